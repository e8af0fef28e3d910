import { localSolvers, solvers } from '../friction/index.js';
import type { AddCommand } from './program.js';
import { formatTable } from '../present/table.js';

const examples = `
Examples:
  stickslip solvers                                    a line each
  stickslip solvers --json                             for programs: name, kind, whether the law is exact, summary
  stickslip solve problem.hdf5 --solver newton-mfb     use one
  stickslip run knot --set solver.name=gauss-seidel --set solver.local=pac`;

/** `stickslip solvers`: what there is. */
export const addSolvers: AddCommand = (program, { terminal }) => {
  program
    .command('solvers')
    .description('list the solvers and the one-contact solvers, a line each')
    .option('--json', 'print a JSON list')
    .addHelpText('after', examples)
    .action((options: { json?: boolean }) => {
      const listed = solvers().map(({ name, summary, exact }) => ({ name, kind: 'solver', exact, summary }));
      const local = localSolvers().map(({ name, summary, exact }) => ({ name, kind: 'local', exact, summary }));
      if (options.json) {
        terminal.out(`${JSON.stringify([...listed, ...local])}\n`);
        return;
      }
      const columns = [{ title: 'solver' }, { title: 'law' }, { title: 'method' }];
      const rows = (members: typeof listed) =>
        members.map(({ name, summary, exact }) => [name, exact ? 'exact' : 'inexact', summary]);
      terminal.out(formatTable({ columns, rows: rows(listed) }));
      const title = 'One-contact solvers, for gauss-seidel and nsgs (--local):';
      terminal.out(`\n${formatTable({ title, columns, rows: rows(local) })}`);
    });
};
