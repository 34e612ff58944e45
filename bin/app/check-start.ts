import type { Config } from '#server/config.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { resultLine, runCheck } from '../operations/doctor/check.ts'
import { serverChecks } from '../operations/doctor/site-checks.ts'

/**
 * Tries what the settings of a site beyond loopback lead to, before anything starts, and prints what is left to do. The rest of the
 * site is of use while a mail server or the gateway is away; without database or files it is not.
 * @throws StartupError if the site would not work
 */
export async function checkStart(config: Config, print: (line: string) => void): Promise<void> {
  const results = await Promise.all(serverChecks(config).map(runCheck))
  const failed = results.filter(({ ok }) => !ok)
  for (const result of failed) print(resultLine(result))
  if (failed.some(({ is_required }) => is_required))
    throw new StartupError('Nothing was started: the lines above say what to do.')
}
