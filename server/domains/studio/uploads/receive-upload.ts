import { uploadExpiryDays } from '#contract/studio/uploads.ts'
import type { Database, Tx } from '#server/db/client.ts'
import { registerAsset } from '#server/domains/media/index.ts'
import type { Clock } from '#server/shared/clock.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import type { Logger } from '#server/shared/logger.ts'
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Actor, recordAuditEntry } from '../audit-log.ts'
import { readUploadOwner, readEpisodeTarget, readUpload, type UploadRow } from './queries.ts'

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

/** Registers an upload of which no bytes have arrived. */
export async function beginUpload(
  { db, transact, clock }: UploadDependencies,
  actor: Actor,
  upload: { token: string; name: string; bytes: number; episode_id: number | null },
): Promise<{ expires_at: string }> {
  const now = clock.now()
  const expires_at = new Date(now.getTime() + uploadExpiryDays * 86_400_000).toISOString()
  const staff_id = actor.member?.id ?? throwProblem('authentication_required')
  const { address } = actor.client
  const episode_id =
    upload.episode_id && (await readEpisodeTarget(db, upload.episode_id)) ? upload.episode_id : null
  await transact(async (tx) => {
    const { id } = await tx
      .insertInto('studio_uploads')
      .values({
        ...upload,
        ...{ episode_id, expires_at, staff_id, address, created_at: now.toISOString() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { name, bytes } = upload
    await recordAuditEntry(tx, actor, {
      ...{ kind: 'upload.begun', subject_kind: 'studio_upload', subject_id: id },
      ...{ subject_name: name, after: { bytes, episode_id } },
    })
  })
  return { expires_at }
}

/**
 * Records the acknowledged bytes without waiting for the disk. If a crash loses this write, the upload resumes from the
 * previous offset and the client sends the rest again.
 */
export async function recordReceivedBytes(
  { transact }: Pick<UploadDependencies, 'transact'>,
  token: string,
  received_bytes: number,
): Promise<void> {
  await transact((tx) =>
    sql`update studio_uploads set received_bytes = ${received_bytes}
      from (select set_config('synchronous_commit', 'off', true)) unhurried
      where token = ${token}`.execute(tx),
  )
}

/** Sums the bytes that pending uploads have yet to send. */
export async function pendingUploadBytes({ db, clock }: UploadDependencies): Promise<number> {
  const row = await db
    .selectFrom('studio_uploads')
    .select(sql<number>`coalesce(sum(bytes - received_bytes), 0)::bigint`.as('bytes'))
    .where('registered_at', 'is', null)
    .where('expires_at', '>', clock.now().toISOString())
    .executeTakeFirstOrThrow()
  return row.bytes
}

/** @throws ProblemError `not_found` if another member owns the upload, `upload_ended` if it has expired. */
export async function requireOwnUpload(
  { db, clock }: UploadDependencies,
  token: string,
  staff_id: number,
): Promise<UploadRow> {
  const upload = await readUpload(db, { token })
  if (!upload || upload.staff_id !== staff_id) throwProblem('not_found')
  if (upload.registered_at === null && Date.parse(upload.expires_at) <= clock.now().getTime())
    throwProblem('upload_ended')
  return upload
}

/** Duration of a claim and the interval of its renewal, in ms. */
const claim = { holds: 120_000, renewEvery: 30_000 }

/**
 * Creates an asset from a complete upload, once: called by the request that sent the last byte and by the periodic task
 * that finishes interrupted ones. Claims the upload before copying, because copying 50 GB to S3 takes longer than the
 * task interval. Does nothing while another process holds the claim.
 */
export async function finishUpload(parts: UploadDependencies, token: string): Promise<void> {
  const { db, transact, files, uploads_dir, clock, log } = parts
  const upload = await readUpload(db, { token })
  if (!upload || upload.registered_at !== null || upload.received_bytes < upload.bytes) return
  const owner = await readUploadOwner(db, upload.staff_id)
  // The owner is no longer staff: periodic maintenance deletes the upload.
  if (!owner) return
  if (!(await claimUpload(parts, upload.id))) return
  const renewal = setInterval(() => void renewClaim(parts, upload.id), claim.renewEvery)
  const file = incomingFilePath(uploads_dir, token)
  const now = clock.now()
  const asset = { file, is_final: true, name: upload.name, keep_source_on_failure: true }
  try {
    const id = await registerAsset(
      { transact, files, now },
      asset,
      async (tx) => {
        const { episode_id } = await lockPendingUpload(tx, upload.id)
        return episode_id === null ? {} : { episode_id }
      },
      async (tx, asset_id) => {
        await tx
          .updateTable('studio_uploads')
          .set({ asset_id, registered_at: now.toISOString() })
          .where('id', '=', upload.id)
          .execute()
        const { name, bytes, episode_id, address } = upload
        await recordAuditEntry(
          tx,
          { member: { id: owner.id, username: owner.username }, client: { address }, now },
          {
            ...{ kind: 'upload.registered', subject_kind: 'media_asset', subject_id: asset_id },
            ...{ subject_name: name, after: { bytes, episode_id } },
          },
        )
      },
    )
    log.info({ upload_id: upload.id, asset_id: id, bytes: upload.bytes }, 'upload registered')
  } catch (error) {
    if (!(error instanceof AlreadyRegistered)) {
      await releaseClaim(parts, upload.id)
      throw error
    }
  } finally {
    clearInterval(renewal)
  }
  await rm(file, { force: true })
}

/** @returns false if the upload is already an asset or another process holds the claim. */
async function claimUpload({ transact, clock }: UploadDependencies, id: number): Promise<boolean> {
  const now = clock.now()
  const claimed = await transact((tx) =>
    tx
      .updateTable('studio_uploads')
      .set({ claimed_until: new Date(now.getTime() + claim.holds).toISOString() })
      .where('id', '=', id)
      .where('registered_at', 'is', null)
      .where((on) =>
        on.or([on('claimed_until', 'is', null), on('claimed_until', '<=', now.toISOString())]),
      )
      .returning('id')
      .executeTakeFirst(),
  )
  return claimed !== undefined
}

/** A failed renewal costs at most a second copy: the asset is still created once. */
const renewClaim = (parts: UploadDependencies, id: number) =>
  setClaim(parts, id, new Date(parts.clock.now().getTime() + claim.holds)).catch(() => {})

/** Releases the claim after an error so that the next task run retries at once. If this fails, the claim expires. */
const releaseClaim = (parts: UploadDependencies, id: number) =>
  setClaim(parts, id, null).catch(() => {})

async function setClaim({ transact }: UploadDependencies, id: number, until: Date | null) {
  await transact((tx) =>
    tx
      .updateTable('studio_uploads')
      .set({ claimed_until: until?.toISOString() ?? null })
      .where('id', '=', id)
      .execute(),
  )
}

class AlreadyRegistered extends Error {}

/** Locks an upload that is not an asset yet. @throws AlreadyRegistered */
async function lockPendingUpload(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('studio_uploads')
    .select('episode_id')
    .where('id', '=', id)
    .where('registered_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AlreadyRegistered()
  return row
}

/** Deletes a pending upload and its file. @returns whether it existed. */
export async function deleteUpload(
  { transact, uploads_dir }: UploadDependencies,
  upload: Pick<UploadRow, 'id' | 'token' | 'name' | 'bytes' | 'received_bytes'>,
  actor?: Actor,
): Promise<boolean> {
  const isDeleted = await transact(async (tx) => {
    const row = await tx
      .deleteFrom('studio_uploads')
      .where('id', '=', upload.id)
      .where('registered_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    const { name, bytes, received_bytes } = upload
    if (row && actor)
      await recordAuditEntry(tx, actor, {
        ...{ kind: 'upload.dropped', subject_kind: 'studio_upload', subject_id: upload.id },
        ...{ subject_name: name, before: { bytes, received_bytes } },
      })
    return row !== undefined
  })
  if (isDeleted) await rm(incomingFilePath(uploads_dir, upload.token), { force: true })
  return isDeleted
}

/**
 * Registers complete uploads that a request left unfinished, deletes expired uploads and those without an owner, and
 * removes unregistered files. Files are local to the machine that received them, so each machine finishes its own.
 */
export async function runUploadsMaintenance(parts: UploadDependencies): Promise<void> {
  const { db, clock, log, uploads_dir } = parts
  const now = clock.now().toISOString()
  const complete = await db
    .selectFrom('studio_uploads')
    .select('token')
    .where('registered_at', 'is', null)
    .whereRef('received_bytes', '=', 'bytes')
    .limit(20)
    .execute()
  for (const { token } of complete)
    if (existsSync(incomingFilePath(uploads_dir, token))) await finishUpload(parts, token)
  const expired = await db
    .selectFrom('studio_uploads')
    .select(['id', 'token', 'name', 'bytes', 'received_bytes'])
    .where('registered_at', 'is', null)
    .where((on) => on.or([on('expires_at', '<=', now), on('staff_id', 'is', null)]))
    .limit(100)
    .execute()
  for (const upload of expired) {
    await deleteUpload(parts, upload)
    log.info({ upload_id: upload.id, received_bytes: upload.received_bytes }, 'upload expired')
  }
  await removeOrphanedFiles(parts)
}

/** Removes files without a pending upload, left by a deletion on another machine or by a crash. */
async function removeOrphanedFiles({ db, uploads_dir }: UploadDependencies) {
  // The row is inserted before the file is created, so a file without a row is orphaned.
  const files = await readdir(incomingFolder(uploads_dir)).catch(() => [])
  if (files.length === 0) return
  const under_way = await db
    .selectFrom('studio_uploads')
    .select('token')
    .where('token', 'in', files)
    .where('registered_at', 'is', null)
    .execute()
  const pendingTokens = new Set(under_way.map(({ token }) => token))
  for (const file of files)
    if (!pendingTokens.has(file)) await rm(incomingFilePath(uploads_dir, file), { force: true })
}
