/** How an axis runs. */
export type AxisKind = 'linear' | 'log';

/** A point of a line, with the text shown when the pointer is near. */
export interface PlotPoint {
  readonly x: number;
  readonly y: number;
  readonly label?: string;
}

/** One line of a plot. */
export interface PlotSeries {
  readonly name: string;
  /** place in the palette; series of the same colour on a page are switched on and off together */
  readonly color: number;
  readonly points: readonly PlotPoint[];
  /** horizontal, then vertical, as for a distribution function. Default: straight lines */
  readonly steps?: boolean;
  /** mark at the last point: a dot, a cross for what did not arrive. Default: none */
  readonly end?: 'dot' | 'cross';
  /** mark at every point. Default: false */
  readonly marks?: boolean;
  /** whether the points are joined. Default: true */
  readonly joined?: boolean;
}

/** An axis of a plot. */
export interface PlotAxis {
  readonly title: string;
  readonly kind: AxisKind;
  readonly from?: number;
  readonly to?: number;
}

/** Lines over two axes. */
export interface LinePlot {
  readonly title: string;
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly series: readonly PlotSeries[];
  /** a horizontal line at a value worth knowing, with its name */
  readonly level?: { readonly value: number; readonly label: string };
  /** whether the plot lists its lines. Default: true */
  readonly legend?: boolean;
}
