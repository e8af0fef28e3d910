import type { Exporter } from './exporter.js';
import { csvExporter } from './formats/csv.js';
import { glbExporter } from './formats/glb.js';
import { hairExporter } from './formats/hair.js';
import { htmlExporter } from './formats/html.js';
import { npzExporter } from './formats/npz.js';
import { objExporter } from './formats/obj.js';
import { plyExporter } from './formats/ply.js';
import { pngExporter } from './formats/png.js';
import { usdaExporter } from './formats/usda.js';
import { vtpExporter } from './formats/vtp.js';

/** Every format, in the order of listings. */
export const exporters: readonly Exporter[] = [
  usdaExporter,
  glbExporter,
  vtpExporter,
  objExporter,
  plyExporter,
  hairExporter,
  npzExporter,
  csvExporter,
  htmlExporter,
  pngExporter,
];

/** The exporter of a name, or undefined. */
export function exporterNamed(name: string): Exporter | undefined {
  return exporters.find((exporter) => exporter.name === name);
}
