import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { taskFiles } from '../../bin/tasks.mjs'

export type TaskResult = { code: number; output: string }

/**
 * Runs a task of `npm run` in a process of its own.
 * @param env the whole environment, besides PATH and HOME
 * @returns the exit code, and standard output and error in this order.
 */
export function runTask(
  task: string,
  args: string[],
  env: Readonly<Record<string, string>>,
  account: { uid?: number } = {},
): Promise<TaskResult> {
  const file = join(import.meta.dirname, '../../bin', taskFiles[task] ?? '')
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [file, ...args],
      // HOME must be set for an account without a name, as in containers.
      { env: { PATH: process.env['PATH'], HOME: '/', ...env }, ...account },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })
}
