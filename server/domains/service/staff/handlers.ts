import type { endpoints } from '#contract/index.ts'
import type { VersionedSettings } from '#contract/service/staff.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import type { Tx } from '#server/db/client.ts'
import { tryProvider } from '#server/domains/operations/index.ts'
import {
  type AuditAction,
  diffFields,
  recordAuditEntry,
  type StaffCall,
} from '#server/domains/studio/index.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { saveSettings, setLogo } from '../edit-settings.ts'
import { publishTerms } from '../publish-terms.ts'
import { readSettings, readTermsVersions } from '../service-queries.ts'
import { storeLogo } from '../store-logo.ts'
import { type LaunchSettings, readLaunchSteps } from './launch-steps.ts'

export type ServiceDependencies = LaunchSettings & {
  /** Stores the icons of the logo. */
  files: Storage
}

/** Writes a version of the settings and records what it changes. */
const changeSettings = (
  call: StaffCall,
  kind: AuditAction,
  write: (tx: Tx) => Promise<{ was: VersionedSettings; is: VersionedSettings }>,
): Promise<VersionedSettings> =>
  call.transact(async (tx) => {
    const { was, is } = await write(tx)
    const { version: _, changed_at: __, ...before } = was
    const { version, changed_at: ___, ...after } = is
    await recordAuditEntry(tx, call, {
      kind,
      subject_kind: 'service',
      subject_id: version,
      subject_name: is.name,
      ...diffFields(before, after),
    })
    return is
  })

export function studioServiceHandlers({
  files,
  trials,
  verifies_phone,
}: ServiceDependencies): Handlers<typeof endpoints.studio_service> {
  return {
    readSettings: ({ db }) => readSettings(db),
    saveSettings: (call) =>
      changeSettings(call, 'service.settings_changed', (tx) =>
        saveSettings(tx, call.body, call.now),
      ),
    async uploadLogo(call) {
      const member = call.member ?? throwProblem('authentication_required')
      const key = await storeLogo(files, member.id, call.file)
      return changeSettings(call, 'service.logo_set', (tx) => setLogo(tx, key, call.now))
    },
    removeLogo: (call) =>
      changeSettings(call, 'service.logo_removed', (tx) => setLogo(tx, null, call.now)),
    listTerms: ({ db }) => readTermsVersions(db),
    publishTerms: (call) =>
      call.transact(async (tx) => {
        const published = await publishTerms(tx, call.body, call.now)
        const { context, published_at: _, ...after } = published
        await recordAuditEntry(tx, call, {
          kind: 'service.terms_published',
          subject_kind: 'service',
          subject_id: null,
          subject_name: published.name,
          after: { ...after, characters: context.length },
        })
        return published
      }),
    readLaunchSteps: ({ db }) => readLaunchSteps(db, { trials, verifies_phone }),
    tryProvider: (call) => tryProvider(call, trials, call.body.provider),
  }
}
