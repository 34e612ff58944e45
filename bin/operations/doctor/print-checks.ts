import { type Check, resultLine, runCheck } from './check.ts'

/** Prints a line for each check. @returns the exit code: 1 if anything is left to do */
export async function printChecks(checks: readonly Check[]): Promise<number> {
  let code = 0
  for (const check of checks) {
    const result = await runCheck(check)
    console.log(resultLine(result))
    if (!result.ok) code = 1
  }
  return code
}
