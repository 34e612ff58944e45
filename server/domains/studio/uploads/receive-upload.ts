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
  /** Where files lie on this machine that are still on their way to us. */
  uploads_dir: string
  clock: Clock
  log: Logger
}

const incomingFolder = (uploads_dir: string) => join(uploads_dir, 'incoming')

/** Where a file lies until it is an asset's. */
export const incomingFilePath = (uploads_dir: string, token: string) =>
  join(incomingFolder(uploads_dir), token)

/** Opens the books for a file of which nothing is here yet. */
export async function beginUpload(
  { db, transact, clock }: UploadDependencies,
  actor: Actor,
  upload: { token: string; name: string; bytes: number; episode_id: number | null },
): Promise<{ ends_at: string }> {
  const now = clock.now()
  const ends_at = new Date(now.getTime() + uploadExpiryDays * 86_400_000).toISOString()
  const staff_id = actor.member?.id ?? throwProblem('authentication_required')
  const { address } = actor.client
  const episode_id =
    upload.episode_id && (await readEpisodeTarget(db, upload.episode_id)) ? upload.episode_id : null
  await transact(async (tx) => {
    const { id } = await tx
      .insertInto('studio_uploads')
      .values({
        ...upload,
        ...{ episode_id, ends_at, staff_id, address, created_at: now.toISOString() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { name, bytes } = upload
    await recordAuditEntry(tx, actor, {
      ...{ kind: 'upload.begun', subject_kind: 'studio_upload', subject_id: id },
      ...{ subject_name: name, after: { bytes, episode_id } },
    })
  })
  return { ends_at }
}

/**
 * Notes how much was acknowledged. Nobody waits for the disk: should the database lose the note with its machine, the
 * upload goes on from the one before, and its sender brings the rest again.
 */
export async function recordReceivedBytes(
  { transact }: Pick<UploadDependencies, 'transact'>,
  token: string,
  received: number,
): Promise<void> {
  await transact((tx) =>
    sql`update studio_uploads set received = ${received}
      from (select set_config('synchronous_commit', 'off', true)) unhurried
      where token = ${token}`.execute(tx),
  )
}

/** Bytes that uploads under way are still to bring. */
export async function pendingUploadBytes({ db, clock }: UploadDependencies): Promise<number> {
  const row = await db
    .selectFrom('studio_uploads')
    .select(sql<number>`coalesce(sum(bytes - received), 0)::bigint`.as('bytes'))
    .where('registered_at', 'is', null)
    .where('ends_at', '>', clock.now().toISOString())
    .executeTakeFirstOrThrow()
  return row.bytes
}

/** @throws Refusal `not_found` for what is not that member's, `upload_ended` for what is too old to go on with. */
export async function requireOwnUpload(
  { db, clock }: UploadDependencies,
  token: string,
  staff_id: number,
): Promise<UploadRow> {
  const upload = await readUpload(db, { token })
  if (!upload || upload.staff_id !== staff_id) throwProblem('not_found')
  if (upload.registered_at === null && Date.parse(upload.ends_at) <= clock.now().getTime())
    throwProblem('upload_ended')
  return upload
}

/** How long a claim holds unless it is renewed, and how often it is renewed, in ms. */
const claim = { holds: 120_000, renewEvery: 30_000 }

/**
 * Makes an asset of a complete upload, once: from the request that brought its last byte, or from the periodic task that
 * finishes what such requests left. The upload is claimed before its file is copied, because copying 50 GB to S3 takes
 * longer than the pause between two rounds. Does nothing while another process holds the claim.
 */
export async function finishUpload(parts: UploadDependencies, token: string): Promise<void> {
  const { db, transact, files, uploads_dir, clock, log } = parts
  const upload = await readUpload(db, { token })
  if (!upload || upload.registered_at !== null || upload.received < upload.bytes) return
  const owner = await readUploadOwner(db, upload.staff_id)
  // Of somebody who has left meanwhile: it is swept.
  if (!owner) return
  if (!(await claimUpload(parts, upload.id))) return
  const renewal = setInterval(() => void renewClaim(parts, upload.id), claim.renewEvery)
  const file = incomingFilePath(uploads_dir, token)
  const now = clock.now()
  const asset = { file, is_final: true, name: upload.name, keeps_source: true }
  try {
    const id = await registerAsset(
      { transact, files, now },
      asset,
      async (tx) => {
        const { episode_id } = await takeForRegistering(tx, upload.id)
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
    if (!(error instanceof TakenAlready)) {
      await releaseClaim(parts, upload.id)
      throw error
    }
  } finally {
    clearInterval(renewal)
  }
  await rm(file, { force: true })
}

/** @returns false when the upload is an asset already, or another process is at work on it. */
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

/** A renewal that fails costs at most a second copy: the asset is still made once. */
const renewClaim = (parts: UploadDependencies, id: number) =>
  setClaim(parts, id, new Date(parts.clock.now().getTime() + claim.holds)).catch(() => {})

/** After an error, so that the next round tries again at once. Where this fails, too, the claim expires. */
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

class TakenAlready extends Error {}

/** Locks an upload that is no asset yet. @throws TakenAlready */
async function takeForRegistering(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('studio_uploads')
    .select('episode_id')
    .where('id', '=', id)
    .where('registered_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new TakenAlready()
  return row
}

/** Takes an upload that is no asset yet out of the books, and its file away. @returns whether there was one. */
export async function deleteUpload(
  { transact, uploads_dir }: UploadDependencies,
  upload: Pick<UploadRow, 'id' | 'token' | 'name' | 'bytes' | 'received'>,
  actor?: Actor,
): Promise<boolean> {
  const gone = await transact(async (tx) => {
    const row = await tx
      .deleteFrom('studio_uploads')
      .where('id', '=', upload.id)
      .where('registered_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    const { name, bytes, received } = upload
    if (row && actor)
      await recordAuditEntry(tx, actor, {
        ...{ kind: 'upload.dropped', subject_kind: 'studio_upload', subject_id: upload.id },
        ...{ subject_name: name, before: { bytes, received } },
      })
    return row !== undefined
  })
  if (gone) await rm(incomingFilePath(uploads_dir, upload.token), { force: true })
  return gone
}

/**
 * What requests leave: uploads that are all here and were never registered are, those that ended or whose owner has
 * left are removed. Files lie on the machine that took them in: what is not here is somebody else's to finish, and what
 * is here and in no book is removed.
 */
export async function runUploadsMaintenance(parts: UploadDependencies): Promise<void> {
  const { db, clock, log, uploads_dir } = parts
  const now = clock.now().toISOString()
  const whole = await db
    .selectFrom('studio_uploads')
    .select('token')
    .where('registered_at', 'is', null)
    .whereRef('received', '=', 'bytes')
    .limit(20)
    .execute()
  for (const { token } of whole)
    if (existsSync(incomingFilePath(uploads_dir, token))) await finishUpload(parts, token)
  const ended = await db
    .selectFrom('studio_uploads')
    .select(['id', 'token', 'name', 'bytes', 'received'])
    .where('registered_at', 'is', null)
    .where((on) => on.or([on('ends_at', '<=', now), on('staff_id', 'is', null)]))
    .limit(100)
    .execute()
  for (const upload of ended) {
    await deleteUpload(parts, upload)
    log.info({ upload_id: upload.id, received: upload.received }, 'upload expired')
  }
  await removeStrays(parts)
}

/** Files that are nobody's any more: another machine took them out of the books, or one died before it came to them. */
async function removeStrays({ db, uploads_dir }: UploadDependencies) {
  // Whatever is there was in the books before it was on the disk.
  const files = await readdir(incomingFolder(uploads_dir)).catch(() => [])
  if (files.length === 0) return
  const under_way = await db
    .selectFrom('studio_uploads')
    .select('token')
    .where('token', 'in', files)
    .where('registered_at', 'is', null)
    .execute()
  const wanted = new Set(under_way.map(({ token }) => token))
  for (const file of files)
    if (!wanted.has(file)) await rm(incomingFilePath(uploads_dir, file), { force: true })
}
