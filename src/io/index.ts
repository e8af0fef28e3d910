/** Reading and writing one-step problems and solutions: bytes in, bytes out. */
export { exporterNamed, exporters } from './export/registry.js';
export type { ExportFile, ExportOptions, Exporter } from './export/exporter.js';
export { importFiles } from './import/import-files.js';
export type { ReadFile } from './import/import-files.js';
export { readSolution } from './json/solution.js';
export { writeSolution } from './json/write.js';
export { problemFormats } from './problem-file.js';
export type { ProblemFile, ProblemFormat, ProblemInfo, ReadProblem, Solution } from './problem-file.js';
export { formatOfName } from './problem-format.js';
export { readProblem } from './read-problem.js';
export { inFileOrder, toDual, writeProblem } from './write-problem.js';
export type { WriteOptions } from './write-problem.js';
