/** Paths, operator name and exit code of command-line tasks. */
import { StorageUnavailableError } from '#server/adapters/storage/index.ts'
import { writePrivateFiles } from '#server/private-folder.ts'
import { fatalErrorText } from '#server/shared/startup-error.ts'
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

/** Describes any error in one line. */
export const errorLine = (error: unknown): string =>
  error instanceof StorageUnavailableError
    ? `The files cannot be reached (${error.message}): check the S3_… variables.`
    : fatalErrorText(error, process.env['LOG_LEVEL'])

/**
 * Runs a task and sets the exit code to its result, 0 by default. An error ends it with one line.
 * @param failed exit code on an error.
 */
export async function runTask(work: () => Promise<number | void>, failed = 1): Promise<void> {
  writePrivateFiles()
  try {
    process.exitCode = (await work()) ?? 0
  } catch (error) {
    process.stderr.write(`${errorLine(error)}\n`)
    process.exitCode = failed
  }
}
