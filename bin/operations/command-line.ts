/** Where a task of the command line was typed, by whom, and how it ends. */
import { startupErrorMessage } from '#server/shared/startup-error.ts'
import { userInfo } from 'node:os'
import { resolve } from 'node:path'

/** A path that was typed. npm runs scripts in the package's folder; a relative one is meant from where it was typed. */
export const resolveCliPath = (path: string): string =>
  resolve(process.env['INIT_CWD'] ?? '.', path)

/** Who typed, for the audit log: by the number where the account has no name, as in some containers. */
export function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/**
 * Runs a task and has the process end with what it answers: 0 unless told. What its reader can act on is said in one
 * line, anything else with its stack.
 * @param failed what it ends with where it throws.
 */
export async function runTask(work: () => Promise<number | void>, failed = 1): Promise<void> {
  try {
    process.exitCode = (await work()) ?? 0
  } catch (error) {
    process.stderr.write(`${startupErrorMessage(error) ?? (error as Error).stack}\n`)
    process.exitCode = failed
  }
}
