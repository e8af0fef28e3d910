import { element } from './element.js';

/** A slider with its value beside it, which can be typed too. */
export interface SliderOptions {
  readonly label: string;
  readonly title?: string;
  readonly min: number;
  readonly max: number;
  readonly value: number;
  /** steps of equal ratio instead of equal size */
  readonly logarithmic?: boolean;
  readonly unit?: string;
  readonly change: (value: number) => void;
}

/** A labelled slider. */
export function slider(options: SliderOptions): HTMLElement {
  const { label, title, min, max, logarithmic = false, unit, change } = options;
  const toPlace = (value: number): number =>
    logarithmic ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
  const toValue = (place: number): number => {
    const value = logarithmic ? min * (max / min) ** place : min + place * (max - min);
    return Number(value.toPrecision(3));
  };
  const range = element('input', {
    type: 'range',
    min: 0,
    max: 1,
    step: 0.001,
    value: toPlace(options.value),
    'aria-label': label,
    oninput: () => {
      number.value = text(toValue(Number(range.value)));
      change(Number(number.value));
    },
  });
  const number = element('input', {
    type: 'text',
    inputmode: 'decimal',
    value: text(options.value),
    'aria-label': `${label}, as a number`,
    onchange: () => {
      const value = Number(number.value);
      if (!Number.isFinite(value) || number.value.trim() === '') return;
      range.value = String(toPlace(value));
      change(value);
    },
  });
  return element(
    'label',
    { class: 'field', title },
    element('span', { class: 'field-name' }, label, unit !== undefined && element('small', {}, ` ${unit}`)),
    range,
    number,
  );
}

/** A labelled choice. */
export function choice(
  label: string,
  values: readonly (readonly [value: string, text: string])[],
  value: string,
  change: (value: string) => void,
): HTMLElement {
  const select = element('select', { 'aria-label': label, onchange: () => change(select.value) });
  for (const [name, shown] of values)
    select.append(element('option', { value: name, selected: name === value }, shown));
  return element('label', { class: 'field choice' }, element('span', { class: 'field-name' }, label), select);
}

/** A labelled switch. */
export function toggle(label: string, value: boolean, change: (value: boolean) => void): HTMLElement {
  const box = element('input', { type: 'checkbox', checked: value, onchange: () => change(box.checked) });
  return element('label', { class: 'switch' }, box, element('span', {}, label));
}

/** A number as people write it. */
export function text(value: number): string {
  return value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e5)
    ? value.toExponential(2).replace(/\.?0+e/, 'e')
    : String(Number(value.toPrecision(6)));
}
