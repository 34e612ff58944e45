import { dayMs } from '#contract/core/seoul-time.ts'
import type { Database } from '#server/db/client.ts'
import { registerAsset } from '../assets/register-asset.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import type { Logger } from '#server/shared/logger.ts'
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Actor, recordAuditEntry } from '#server/domains/studio/index.ts'
import {
  claimUpload,
  deletePendingUpload,
  insertUpload,
  lockPendingUpload,
  readCompleteUploads,
  readExpiredUploads,
  readPendingTokens,
  readUpload,
  readUploadOwner,
  sumReservedBytes,
  updateReceivedBytes,
  updateUpload,
  type UploadRow,
} from './upload-queries.ts'
import type { Session, Uploader } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { readEpisodeTarget, readWorkId } from './asset-queries.ts'

export type UploadDependencies = Pick<Database, 'db' | 'transact'> & {
  files: Storage
  /** Local folder of incomplete uploads. */
  uploads_dir: string
  clock: Clock
  log: Logger
}

const incomingFolder = (uploads_dir: string) => join(uploads_dir, 'incoming')

/** Path of an upload until it becomes an asset. */
export const incomingFilePath = (uploads_dir: string, token: string) =>
  join(incomingFolder(uploads_dir), token)

/** Duration of a claim and the interval of its renewal, in ms. */
const claim = { holds: 120_000, renewEvery: 30_000 }

/**
 * Creates an asset from a complete upload, once: called by the request that sent the last byte and by the periodic task
 * that finishes interrupted ones. Claims the upload before copying, because copying 50 GB to S3 takes longer than the
 * task interval. Does nothing while another process holds the claim.
 */
async function finishUpload(
  { db, transact, files, uploads_dir, clock, log }: UploadDependencies,
  token: string,
): Promise<void> {
  const upload = await readUpload(db, { token })
  if (!upload || upload.registered_at !== null || upload.received_bytes < upload.bytes) return
  const owner = await readUploadOwner(db, upload.staff_id)
  // The owner is no longer staff: periodic maintenance deletes the upload.
  if (!owner) return
  const claimEnd = () => new Date(clock.now().getTime() + claim.holds)
  const timing = { now: clock.now(), until: claimEnd() }
  if (!(await transact((tx) => claimUpload(tx, upload.id, timing)))) return
  // A failed renewal costs at most a second copy: the asset is still created once. A failed release expires.
  const setClaim = (until: Date | null) =>
    transact((tx) =>
      updateUpload(tx, upload.id, { claimed_until: until?.toISOString() ?? null }),
    ).catch(() => {})
  const renewal = setInterval(() => void setClaim(claimEnd()), claim.renewEvery)
  const file = incomingFilePath(uploads_dir, token)
  const now = clock.now()
  const asset = { file, is_final: true, name: upload.name, keep_source_on_failure: true }
  try {
    const id = await registerAsset(
      { transact, files, now },
      asset,
      async (tx) => {
        const pending = await lockPendingUpload(tx, upload.id)
        if (!pending) throw new AlreadyRegistered()
        const { episode_id, trailer_of } = pending
        if (episode_id !== null) return { episode_id }
        return trailer_of === null ? {} : { trailer_of }
      },
      async (tx, asset_id) => {
        await updateUpload(tx, upload.id, { asset_id, registered_at: now.toISOString() })
        const { name, bytes, episode_id, trailer_of, address } = upload
        await recordAuditEntry(
          tx,
          { member: owner, client: { address }, now },
          {
            kind: 'upload.registered',
            subject_kind: 'media_asset',
            subject_id: asset_id,
            subject_name: name,
            after: { bytes, episode_id, trailer_of },
          },
        )
      },
    )
    log.info({ upload_id: upload.id, asset_id: id, bytes: upload.bytes }, 'upload registered')
  } catch (error) {
    if (!(error instanceof AlreadyRegistered)) {
      // The next task run retries at once.
      await setClaim(null)
      throw error
    }
  } finally {
    clearInterval(renewal)
  }
  await rm(file, { force: true })
}

class AlreadyRegistered extends Error {}

/** Deletes a pending upload and its file. @returns whether it existed. */
export async function deleteUpload(
  { transact, uploads_dir }: UploadDependencies,
  upload: Pick<UploadRow, 'id' | 'token' | 'name' | 'bytes' | 'received_bytes'>,
  actor?: Actor,
): Promise<boolean> {
  const isDeleted = await transact(async (tx) => {
    if (!(await deletePendingUpload(tx, upload.id))) return false
    const { name, bytes, received_bytes } = upload
    if (actor)
      await recordAuditEntry(tx, actor, {
        kind: 'upload.deleted',
        subject_kind: 'studio_upload',
        subject_id: upload.id,
        subject_name: name,
        before: { bytes, received_bytes },
      })
    return true
  })
  if (isDeleted) await rm(incomingFilePath(uploads_dir, upload.token), { force: true })
  return isDeleted
}

/**
 * Registers complete uploads that a request left unfinished, deletes expired uploads and those without an owner, and
 * removes unregistered files. Files are local to the machine that received them, so each machine finishes its own.
 */
export async function runUploadsMaintenance(deps: UploadDependencies): Promise<void> {
  const { db, clock, log, uploads_dir } = deps
  const now = clock.now()
  for (const { token } of await readCompleteUploads(db))
    if (existsSync(incomingFilePath(uploads_dir, token))) await finishUpload(deps, token)
  for (const upload of await readExpiredUploads(db, now)) {
    await deleteUpload(deps, upload)
    log.info({ upload_id: upload.id, received_bytes: upload.received_bytes }, 'upload expired')
  }
  await removeOrphanedFiles(deps)
}

/** Removes files without a pending upload, left by a deletion on another machine or by a crash. */
async function removeOrphanedFiles({ db, uploads_dir }: UploadDependencies) {
  // The row is inserted before the file is created, so a file without a row is orphaned.
  const files = await readdir(incomingFolder(uploads_dir)).catch(() => [])
  if (files.length === 0) return
  const pendingTokens = await readPendingTokens(db, files)
  for (const file of files)
    if (!pendingTokens.has(file)) await rm(incomingFilePath(uploads_dir, file), { force: true })
}

type NewUpload = {
  token: string
  name: string
  bytes: number
  episode_id: number | null
  trailer_of: number | null
  writer: string | null
}

/** Milliseconds: an upload without any bytes expires after the first, and reserves space for the second after its last bytes. */
const [emptyExpiry, reservation] = [dayMs, 15 * 60_000]

/** Implements the upload registry of the upload route. */
export function createUploadRegistry(deps: UploadDependencies) {
  const { db, transact, clock, uploads_dir } = deps
  const actorOf = ({ session, client }: Uploader) => ({
    member: session.member,
    client,
    now: clock.now(),
  })
  return {
    filePath: (token: string) => incomingFilePath(uploads_dir, token),
    find: (token: string) => readUpload(db, { token }),

    /** If a crash loses this write, the upload resumes from the previous offset and the client sends the rest again. */
    setReceived: (token: string, received: number) =>
      transact((tx) =>
        updateReceivedBytes(tx, token, { received_bytes: received, now: clock.now() }),
      ),

    finish: (token: string) => finishUpload(deps, token),

    async drop(token: string, sender?: Uploader) {
      const upload = await readUpload(db, { token })
      if (upload) await deleteUpload(deps, upload, sender && actorOf(sender))
    },

    /** @throws ProblemError `not_found` if another member owns the upload, `upload_expired` if it has expired. */
    async own(token: string, { member }: Session, writer?: string): Promise<UploadRow> {
      const upload = await readUpload(db, { token })
      if (!upload || upload.staff_id !== member?.id) throwProblem('not_found')
      if (upload.registered_at === null && Date.parse(upload.expires_at) <= clock.now().getTime())
        throwProblem('upload_expired')
      if (writer !== undefined && writer !== upload.writer)
        await transact((tx) => updateUpload(tx, upload.id, { writer }))
      return upload
    },

    /** Registers an upload of which no bytes have arrived. Ignores a target that does not exist. */
    async begin(sender: Uploader, upload: NewUpload): Promise<{ expires_at: string }> {
      const actor = actorOf(sender)
      const { name, bytes } = upload
      const expires_at = new Date(actor.now.getTime() + emptyExpiry).toISOString()
      const staff_id = actor.member?.id ?? throwProblem('authentication_required')
      const { address } = sender.client
      const target = upload.episode_id && (await readEpisodeTarget(db, upload.episode_id))
      const episode_id = target ? target.episode_id : null
      const trailer_of = upload.trailer_of && (await readWorkId(db, upload.trailer_of))
      await transact(async (tx) => {
        const { id } = await insertUpload(tx, {
          ...upload,
          episode_id,
          trailer_of,
          expires_at,
          staff_id,
          address,
          created_at: actor.now.toISOString(),
        })
        await recordAuditEntry(tx, actor, {
          kind: 'upload.started',
          subject_kind: 'studio_upload',
          subject_id: id,
          subject_name: name,
          after: { bytes, episode_id, trailer_of },
        })
      })
      return { expires_at }
    },

    /** Space is reserved only for uploads whose bytes arrive, and at most half of it for another member. */
    reserved: ({ member }: Session, available: number) =>
      sumReservedBytes(db, {
        staff_id: member?.id ?? 0,
        since: new Date(clock.now().getTime() - reservation),
        share: Math.max(0, available / 2),
      }),
  }
}
