import { uploadExpiryDays } from '#contract/studio/uploads.ts'
import type { Session, Uploader } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { recordAuditEntry } from '../audit-log.ts'
import { readEpisodeTarget } from './asset-queries.ts'
import {
  deleteUpload,
  finishUpload,
  incomingFilePath,
  type UploadDependencies,
} from './receive-upload.ts'
import {
  insertUpload,
  readUpload,
  sumMissingBytes,
  updateReceivedBytes,
  type UploadRow,
} from './upload-queries.ts'

type NewUpload = { token: string; name: string; bytes: number; episode_id: number | null }

/** Implements the upload registry of the upload route. */
export function createUploadRegistry(deps: UploadDependencies) {
  const { db, transact, clock, uploads_dir } = deps
  const actorOf = ({ session, client }: Uploader) => ({
    ...{ member: session.member, client, now: clock.now() },
  })
  return {
    filePath: (token: string) => incomingFilePath(uploads_dir, token),
    find: (token: string) => readUpload(db, { token }),

    /** If a crash loses this write, the upload resumes from the previous offset and the client sends the rest again. */
    setReceived: (token: string, received: number) =>
      transact((tx) => updateReceivedBytes(tx, token, received)),

    finish: (token: string) => finishUpload(deps, token),

    async drop(token: string, sender?: Uploader) {
      const upload = await readUpload(db, { token })
      if (upload) await deleteUpload(deps, upload, sender && actorOf(sender))
    },

    /** @throws ProblemError `not_found` if another member owns the upload, `upload_expired` if it has expired. */
    async own(token: string, { member }: Session): Promise<UploadRow> {
      const upload = await readUpload(db, { token })
      if (!upload || upload.staff_id !== member?.id) throwProblem('not_found')
      if (upload.registered_at === null && Date.parse(upload.expires_at) <= clock.now().getTime())
        throwProblem('upload_expired')
      return upload
    },

    /** Registers an upload of which no bytes have arrived. Ignores a target that does not exist. */
    async begin(sender: Uploader, upload: NewUpload): Promise<{ expires_at: string }> {
      const actor = actorOf(sender)
      const { name, bytes } = upload
      const expires_at = new Date(actor.now.getTime() + uploadExpiryDays * 86_400_000).toISOString()
      const staff_id = actor.member?.id ?? throwProblem('authentication_required')
      const { address } = sender.client
      const target = upload.episode_id && (await readEpisodeTarget(db, upload.episode_id))
      const episode_id = target ? target.episode_id : null
      await transact(async (tx) => {
        const { id } = await insertUpload(tx, {
          ...{ ...upload, episode_id, expires_at, staff_id, address },
          created_at: actor.now.toISOString(),
        })
        await recordAuditEntry(tx, actor, {
          ...{ kind: 'upload.started', subject_kind: 'studio_upload', subject_id: id },
          ...{ subject_name: name, after: { bytes, episode_id } },
        })
      })
      return { expires_at }
    },

    /** Bytes that pending uploads have yet to send. */
    expected: () => sumMissingBytes(db, clock.now()),
  }
}
