/** Paths, operator name and exit code of command-line tasks. */
import { startupErrorMessage } from '#server/shared/startup-error.ts'
import { userInfo } from 'node:os'
import { resolve } from 'node:path'

/** Resolves a path argument. npm runs scripts in the package folder; relative paths start from the caller's folder. */
export const resolveCliPath = (path: string): string =>
  resolve(process.env['INIT_CWD'] ?? '.', path)

/** Name of the operating system user for the audit log; the uid if the account has no name, as in some containers. */
export function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/**
 * Runs a task and sets the exit code to its result, 0 by default. Prints known startup errors in one line and other errors
 * with their stack.
 * @param failed exit code on an error.
 */
export async function runTask(work: () => Promise<number | void>, failed = 1): Promise<void> {
  try {
    process.exitCode = (await work()) ?? 0
  } catch (error) {
    process.stderr.write(`${startupErrorMessage(error) ?? (error as Error).stack}\n`)
    process.exitCode = failed
  }
}
