import type { endpoints } from '#contract/index.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { type PendingUpload, type StudioAssetDetail, uploadPath } from '#contract/media/staff.ts'
import { attachAsset } from '../assets/register-asset.ts'
import { cancelAsset, deleteAsset, retryAsset } from '../assets/cancel-asset.ts'
import {
  createPosterFromFrame,
  deleteAssetFiles,
  setPoster,
  syncCaptions,
} from '../assets/asset-files.ts'
import { readAsset, readPlayable, setMarkers } from '../asset-queries.ts'
import { readEncodeLog } from '../encode-log-queries.ts'
import { removeCaption, saveCaption } from '../caption-queries.ts'
import { mediaUrls } from '../media-urls.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import type { Handlers } from '#server/api/handler.ts'
import type { MediaTokens } from '#server/shared/media-token.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { throwFieldError, throwProblem } from '#server/shared/problem-error.ts'
import { type AuditEntry, recordAuditEntry } from '#server/domains/studio/index.ts'
import {
  findEpisodeTargets,
  listAssets,
  readEpisodeTarget,
  readStudioAsset,
} from './asset-queries.ts'
import { deleteUpload, type UploadDependencies } from './receive-upload.ts'
import {
  readPendingUploads,
  readSameUploads,
  readUpload,
  updatePendingTarget,
  type UploadRow,
} from './upload-queries.ts'
import {
  type CaptionTrack,
  captionIssueText,
  findTrack,
  InputRejectedError,
  readCaptions,
} from '#server/adapters/encoder/index.ts'

type StudioUploadsDependencies = UploadDependencies & {
  mediaTokens: MediaTokens
  encryption: Pick<Encryption, 'decrypt'>
}

/** Lines that are reported. They suffice to identify a file of another type. */
const maxCaptionIssues = 100

type Call = Pick<RequestContext, 'db' | 'transact' | 'member' | 'client' | 'now' | 'session'>
type AssetRow = NonNullable<Awaited<ReturnType<typeof readAsset>>>

type UploadsHandlers = Handlers<typeof endpoints.studio_uploads>

export const studioUploadsHandlers = (deps: StudioUploadsDependencies): UploadsHandlers => ({
  ...pendingUploadHandlers(deps),
  ...assetHandlers(deps),
  ...captionHandlers(deps),
})

function pendingUploadHandlers(
  deps: UploadDependencies,
): Pick<
  UploadsHandlers,
  'listPendingUploads' | 'findSameUploads' | 'setUploadTarget' | 'deleteUpload'
> {
  return {
    async listPendingUploads({ db, member, now }) {
      const rows = await readPendingUploads(db, member?.id ?? 0, now)
      return Promise.all(rows.map((row) => toPendingUpload(db, row)))
    },

    async findSameUploads({ db, member, now, query: { file_name: name, bytes, writer } }) {
      const rows = await readSameUploads(db, { name, bytes, writer, now })
      return rows.map(({ token, staff_id, ...upload }) => {
        const is_own = staff_id === member?.id
        return { ...upload, is_own, url: is_own ? `${uploadPath}${token}` : null }
      })
    },

    async setUploadTarget(call) {
      const upload = await requireOwnPending(call, call.params.id)
      const { episode_id } = call.body
      if (episode_id !== null && !(await readEpisodeTarget(call.db, episode_id)))
        throwProblem('not_found')
      await call.transact(async (tx) => {
        // Otherwise the upload has completed meanwhile.
        if (!(await updatePendingTarget(tx, upload.id, episode_id))) throwProblem('conflict')
        await recordAuditEntry(tx, call, {
          kind: 'upload.target_set',
          subject_kind: 'studio_upload' as const,
          subject_id: upload.id,
          subject_name: upload.name,
          before: { episode_id: upload.episode_id },
          after: { episode_id },
        })
      })
      return toPendingUpload(call.db, { ...upload, episode_id })
    },

    async deleteUpload(call) {
      await deleteUpload(deps, await requireOwnPending(call, call.params.id), call)
      return null
    },
  }
}

function assetHandlers(
  deps: StudioUploadsDependencies,
): Omit<UploadsHandlers, keyof ReturnType<typeof pendingUploadHandlers> | CaptionCall> {
  return {
    listAssets: ({ db, query }) => listAssets(db, query),
    readAsset: (call) => readDetail(deps, call, call.params.id),
    findEpisodeTargets: ({ db, query }) => findEpisodeTargets(db, query),

    async deleteAsset(call) {
      const { id } = call.params
      const deleted = await call.transact(async (tx) => {
        const asset = (await readAsset(tx, id)) ?? throwProblem('not_found')
        if (asset.state !== 'ready' && asset.state !== 'failed') throwProblem('asset_processing')
        const deletedAsset = (await deleteAsset(tx, id)) ?? throwProblem('asset_in_use')
        await recordAuditEntry(tx, call, {
          ...assetSubject(asset),
          kind: 'asset.deleted',
          before: { state: asset.state },
        })
        return deletedAsset
      })
      // After the commit: the sweep removes files that a crash here leaves behind.
      await deleteAssetFiles(deps, id, deleted.source_file)
      return null
    },

    attachAsset: (call) =>
      changeAsset(deps, call, call.params.id, 'asset.attached', async (tx) => {
        const { episode_id } = call.body
        const asset = await readStudioAsset(tx, call.params.id)
        if (!(await attachAsset(tx, call.params.id, episode_id))) throwProblem('not_found')
        return {
          before: { episode_id: asset?.target_episode?.episode_id ?? null },
          after: { episode_id },
        }
      }),

    retryAsset: (call) =>
      changeAsset(deps, call, call.params.id, 'asset.retried', async (tx, asset) => {
        if (asset.state !== 'failed') throwProblem('asset_processing')
        if (!(await retryAsset(tx, asset.id, call.now))) throwProblem('source_missing')
        return {
          before: { state: asset.state, error_code: asset.error_code },
          after: { state: 'uploaded' },
        }
      }),

    cancelAsset: (call) =>
      changeAsset(deps, call, call.params.id, 'asset.cancelled', async (tx, asset) => {
        if (!(await cancelAsset(tx, asset.id, call.now))) throwProblem('conflict')
        const before = { state: asset.state, progress: asset.progress }
        return { before, after: { state: 'failed', error_code: 'cancelled' } }
      }),

    setMarkers: (call) =>
      changeAsset(deps, call, call.params.id, 'asset.markers_set', async (tx, { id }) => {
        const asset = (await readStudioAsset(tx, id)) ?? throwProblem('not_found')
        const { opening, ending_start } = call.body
        const end = asset.duration ?? Number.POSITIVE_INFINITY
        if (opening && (opening.end <= opening.start || opening.end > end))
          throwFieldError('opening', 'ends_before_start')
        if (ending_start !== null && (ending_start >= end || ending_start < (opening?.end ?? 0)))
          throwFieldError('ending_start', 'out_of_order')
        await setMarkers(tx, id, { opening, ending_start })
        return { before: asset.markers, after: { opening, ending_start } }
      }),

    async setPoster(call) {
      const { id } = call.params
      const asset = (await readStudioAsset(call.db, id)) ?? throwProblem('not_found')
      const { at } = call.body
      if (asset.duration !== null && at > asset.duration)
        throwFieldError('at', 'too_big', Math.floor(asset.duration))
      // Outside a transaction, because decoding takes a while.
      const poster = (await createPosterFromFrame(deps, id, at)) ?? throwProblem('video_not_ready')
      return changeAsset(deps, call, id, 'asset.poster_set', async (tx) => {
        await setPoster(tx, id, poster)
        return { before: { poster: asset.poster }, after: { at, key: poster.key } }
      })
    },
  }
}

type CaptionCall = 'checkCaptions' | 'saveCaptions' | 'deleteCaptions'

function captionHandlers(deps: StudioUploadsDependencies): Pick<UploadsHandlers, CaptionCall> {
  return {
    async checkCaptions({ file, query }) {
      const { encoding, unreadable_lines, tracks } = readCaptionFile(file, query.duration)
      return {
        encoding,
        unreadable_lines: unreadable_lines.slice(0, maxCaptionIssues),
        tracks: tracks.map(({ language, cues, faults }) => ({
          language,
          count: cues.length,
          cues: cues.slice(0, 200),
          faults: faults
            .slice(0, maxCaptionIssues)
            .map(({ line, code }) => ({ line, code, detail: captionIssueText[code] })),
        })),
      }
    },

    async saveCaptions(call) {
      const { id } = call.params
      if (!call.file?.length) throwProblem('unsupported_media_type')
      const asset = (await readStudioAsset(call.db, id)) ?? throwProblem('not_found')
      const { language, label = language } = call.query
      const file = readCaptionFile(call.file, asset.duration ?? undefined)
      const track = findTrack(file, language) ?? throwFieldError('language', 'invalid_choice')
      const { content, cues, faults } = track
      requireValidCaptions(faults)
      await changeAsset(deps, call, id, 'asset.captions_set', async (tx) => {
        await saveCaption(tx, id, { language, label: label.trim(), content })
        const before = asset.captions.find((caption) => caption.language === language) ?? null
        return { before, after: { language, label, cues: cues.length } }
      })
      await syncCaptions(deps, id)
      return readDetail(deps, call, id)
    },

    async deleteCaptions(call) {
      const { id } = call.params
      const { language } = call.query
      await changeAsset(deps, call, id, 'asset.captions_deleted', async (tx) => {
        if (!(await removeCaption(tx, id, language))) throwProblem('not_found')
        return { before: { language } }
      })
      await syncCaptions(deps, id)
      return readDetail(deps, call, id)
    },
  }
}

/** Reads an asset with its log and playback URLs. */
async function readDetail(
  { mediaTokens }: Pick<StudioUploadsDependencies, 'mediaTokens'>,
  { db, now, session }: Call,
  id: number,
): Promise<StudioAssetDetail> {
  const asset = (await readStudioAsset(db, id)) ?? throwProblem('not_found')
  const [log, playable] = await Promise.all([readEncodeLog(db, id), readPlayable(db, id)])
  const audience = { kind: 'studio', session_id: session?.id ?? 0 } as const
  const urls = playable && mediaUrls(mediaTokens, playable, audience, now)
  const { manifest_url, captions, storyboard } = urls ?? {}
  return {
    ...asset,
    log,
    playable:
      manifest_url && captions ? { manifest_url, captions, storyboard: storyboard ?? null } : null,
  }
}

/** Changes an asset and records the change in one transaction, then returns the asset. */
async function changeAsset(
  deps: Pick<StudioUploadsDependencies, 'mediaTokens'>,
  call: Call,
  id: number,
  kind: AuditEntry['kind'],
  change: (tx: Tx, asset: AssetRow) => Promise<Pick<AuditEntry, 'before' | 'after'>>,
): Promise<StudioAssetDetail> {
  await call.transact(async (tx) => {
    const asset = (await readAsset(tx, id)) ?? throwProblem('not_found')
    const changed = await change(tx, asset)
    await recordAuditEntry(tx, call, { ...assetSubject(asset), kind, ...changed })
  })
  return readDetail(deps, call, id)
}

async function requireOwnPending(call: Call, id: number): Promise<UploadRow> {
  const upload = await readUpload(call.db, { id, staff_id: call.member?.id ?? 0 })
  if (!upload || upload.registered_at !== null) return throwProblem('not_found')
  return upload
}

const assetSubject = ({ id, source_name }: AssetRow) => ({
  subject_kind: 'media_asset' as const,
  subject_id: id,
  subject_name: source_name,
})

async function toPendingUpload(db: Db, row: UploadRow): Promise<PendingUpload> {
  const { id, token, name, bytes, received_bytes, created_at, expires_at, episode_id } = row
  const place = episode_id === null ? undefined : await readEpisodeTarget(db, episode_id)
  const url = `${uploadPath}${token}`
  return {
    id,
    url,
    name,
    bytes,
    received_bytes,
    target_episode: place ?? null,
    created_at,
    expires_at,
  }
}

/**
 * @param duration of the video in seconds, if known.
 * @throws ProblemError `unsupported_media_type` if the file is empty or no text.
 */
function readCaptionFile(file: Buffer | null, duration?: number) {
  if (!file || file.length === 0) return throwProblem('unsupported_media_type')
  try {
    return readCaptions(file, duration)
  } catch (error) {
    if (error instanceof InputRejectedError) return throwProblem('unsupported_media_type')
    throw error
  }
}

/** @throws ProblemError with each line that has an error. */
function requireValidCaptions(faults: CaptionTrack['faults']) {
  if (faults.length === 0) return
  throwProblem('invalid_request', {
    fields: faults
      .slice(0, maxCaptionIssues)
      .map(({ line, code }) => ({ field: `line:${line}`, code })),
  })
}
