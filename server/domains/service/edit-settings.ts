import { isReadableAccent } from '#contract/service/accent-color.ts'
import type { ServiceSettings, VersionedSettings } from '#contract/service/staff.ts'
import type { Tx } from '#server/db/client.ts'
import { throwFieldError, throwProblem } from '#server/shared/problem-error.ts'
import { insertSettings, readSettings } from './service-queries.ts'

type SettingsChange = { was: VersionedSettings; is: VersionedSettings }

/**
 * Replaces the settings, except for the logo.
 * @param version the version that the editor has seen.
 * @throws ProblemError `conflict` if there is a newer one; `invalid_request` for a colour that is not readable
 */
export async function saveSettings(
  tx: Tx,
  { version, ...settings }: Omit<ServiceSettings, 'logo_key'> & { version: number },
  now: Date,
): Promise<SettingsChange> {
  const { accent_color } = settings
  if (accent_color && !isReadableAccent(accent_color))
    throwFieldError('accent_color', 'low_contrast')
  const was = await readSettings(tx)
  if (was.version !== version) throwProblem('conflict')
  return changeSettings(tx, was, settings, now)
}

/** Sets or removes the logo. @throws ProblemError `conflict` if the settings are changed at the same moment */
export const setLogo = async (
  tx: Tx,
  logo_key: string | null,
  now: Date,
): Promise<SettingsChange> => changeSettings(tx, await readSettings(tx), { logo_key }, now)

async function changeSettings(
  tx: Tx,
  { version, changed_at: _, ...was }: VersionedSettings,
  changes: Partial<ServiceSettings>,
  now: Date,
): Promise<SettingsChange> {
  const is = { ...was, ...changes }
  // The primary key lets one of two concurrent changes of the same version win.
  if (!(await insertSettings(tx, version + 1, is, now))) throwProblem('conflict')
  return {
    was: { ...was, version, changed_at: null },
    is: { ...is, version: version + 1, changed_at: now.toISOString() },
  }
}
