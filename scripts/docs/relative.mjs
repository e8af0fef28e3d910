/**
 * Makes a built site independent of where it is put. VitePress writes the path of the site into pages and scripts; it is
 * built with a path that stands for it, which becomes relative in pages, and in scripts a variable that the page sets.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'acorn';

/** Stands for the path of the site. */
export const placeholder = '/__stickslip_site__/';

const variable = 'globalThis.__stickslipSite';

/** Replaces the placeholder in all pages, scripts and styles of a folder. */
export function makeRelative(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = path.join(folder, String(name));
    const change = changes[path.extname(file)];
    if (!change) continue;
    const before = readFileSync(file, 'utf8');
    const depth = String(name).split(path.sep).length - 1;
    const after = change(before, depth === 0 ? './' : '../'.repeat(depth));
    if (after !== before) writeFileSync(file, after);
  }
}

/**
 * Moves the scripts that stand in pages into files, once for all pages that have the same: hosts whose content security policy has
 * `script-src 'self'` run nothing else.
 */
export function moveScripts(folder) {
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!String(name).endsWith('.html')) continue;
    const file = path.join(folder, String(name));
    const up = '../'.repeat(String(name).split(path.sep).length - 1) || './';
    const before = readFileSync(file, 'utf8');
    const after = before.replace(/<script( id="[^"]*")?>([\s\S]*?)<\/script>/g, (_, id = '', code) => {
      const script = `assets/inline.${createHash('sha256').update(code).digest('hex').slice(0, 12)}.js`;
      writeFileSync(path.join(folder, script), code);
      return `<script${id} src="${up}${script}"></script>`;
    });
    if (after !== before) writeFileSync(file, after);
  }
}

const changes = { '.html': changePage, '.js': changeScript, '.css': (text, up) => text.replaceAll(placeholder, up) };

function changePage(html, up) {
  // the settings of the site are JSON within a string within a script: there the variable has to be joined in
  const settings = html.replace(/JSON\.parse\("((?:[^"\\]|\\.)*)"\)/g, (whole, text) =>
    text.includes(placeholder) ? `JSON.parse("${text}".replaceAll("${placeholder}",${variable}))` : whole,
  );
  const [head, ...rest] = settings.split('<head>');
  const set = `<script>${variable}=new URL("${up}",location.href).pathname</script>`;
  // links are made absolute again before the scripts take over: after that the address of the page may change
  const absolute = `<script>for(const e of document.querySelectorAll("a[href],link[href],img[src]"))for(const k of ["href","src"]){const v=e.getAttribute(k);if(v&&/^\\.{1,2}\\//.test(v))e.setAttribute(k,new URL(v,location.href).pathname+new URL(v,location.href).hash)}</script>`;
  const page = `${head}<head>${set}${rest.join('<head>')}`.replace('</body>', `${absolute}</body>`);
  const kept = `replaceAll("${placeholder}",`;
  return page
    .split(kept)
    .map((part) => part.replaceAll(placeholder, up))
    .join(kept);
}

/** Strings that hold the placeholder become sums with the variable. */
export function changeScript(code) {
  if (!code.includes(placeholder)) return code;
  const found = [];
  walk(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), found);
  let out = code;
  for (const { start, end, template } of found.sort((a, b) => b.start - a.start)) {
    const raw = out.slice(start, end);
    const quote = raw[0];
    const text = template
      ? raw.replaceAll(placeholder, `\${${variable}}`)
      : `(${raw.replaceAll(placeholder, `${quote}+${variable}+${quote}`)})`;
    out = out.slice(0, start) + text + out.slice(end);
  }
  return out;
}

function walk(node, found) {
  if (Array.isArray(node)) return node.forEach((child) => walk(child, found));
  if (node === null || typeof node !== 'object') return;
  if (node.type === 'Literal' && typeof node.value === 'string' && node.value.includes(placeholder)) found.push(node);
  if (node.type === 'TemplateElement' && node.value.raw.includes(placeholder))
    found.push({ start: node.start, end: node.end, template: true });
  for (const [key, child] of Object.entries(node)) if (key !== 'type') walk(child, found);
}
