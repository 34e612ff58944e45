import type { endpoints } from '#contract/index.ts'
import { imageWidths } from '#contract/core/images.ts'
import type { StudioWork } from '#contract/contents/staff/catalogue.ts'
import { maxImportRows } from '#contract/contents/staff/catalogue-import.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Handlers } from '#server/api/handler.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import { decodeImage } from '#server/images/decode-image.ts'
import { storeImage } from '#server/images/store-image.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import {
  createEpisodeAudited,
  createSeasonAudited,
  createWorkAudited,
  updateEpisodeAudited,
  updateSeasonAudited,
  updateWorkAudited,
  reorderEpisodesAudited,
  reorderSeasonsAudited,
  setTrailerAudited,
} from './audited-edits.ts'
import { exportWorks } from './export-works.ts'
import { readEditHistory, undoEdit } from './edit-history.ts'
import { importWorks } from './import-works.ts'
import { readPeopleLike, readStudioWork, readWorkPreview, readWorks } from './work-queries.ts'

const read = async (db: Db, id: number): Promise<StudioWork> =>
  (await readStudioWork(db, id)) ?? throwProblem('not_found')

/** @param run edits a work and returns its id. @returns the work after the edit. */
const edit = ({ transact }: Pick<RequestContext, 'transact'>, run: (tx: Tx) => Promise<number>) =>
  transact(async (tx) => read(tx, await run(tx)))

export function catalogueHandlers({
  files,
}: {
  files: Storage
}): Handlers<typeof endpoints.studio_catalogue> {
  return {
    listWorks: ({ db, query }) => readWorks(db, query),
    createWork: (call) => edit(call, (tx) => createWorkAudited(tx, call, call.body)),
    readWork: ({ db, params }) => read(db, params.id),
    updateWork: (call) =>
      edit(call, async (tx) => {
        await updateWorkAudited(tx, call, call.params.id, call.body)
        return call.params.id
      }),
    updateEpisode: (call) =>
      edit(
        call,
        async (tx) => (await updateEpisodeAudited(tx, call, call.params.id, call.body)).work_id,
      ),
    updateSeason: (call) =>
      edit(
        call,
        async (tx) => (await updateSeasonAudited(tx, call, call.params.id, call.body)).work_id,
      ),
    setTrailer: (call) =>
      edit(call, async (tx) => {
        await setTrailerAudited(tx, call, call.params.id, call.body.asset_id)
        return call.params.id
      }),
    createSeason: (call) =>
      edit(call, async (tx) => {
        await createSeasonAudited(tx, call, call.params.id, call.body)
        return call.params.id
      }),
    createEpisode: (call) =>
      edit(
        call,
        async (tx) => (await createEpisodeAudited(tx, call, call.params.id, call.body)).work_id,
      ),
    reorderSeasons: (call) =>
      edit(call, async (tx) => {
        await reorderSeasonsAudited(tx, call, call.params.id, call.body)
        return call.params.id
      }),
    reorderEpisodes: (call) =>
      edit(call, (tx) => reorderEpisodesAudited(tx, call, call.params.id, call.body)),

    async storeImage({ query: { kind }, file, member }) {
      const owner = { member_id: member?.id ?? throwProblem('authentication_required') }
      const { key, color } = await decodeImage(file, (bytes, weight) =>
        storeImage(files, kind, bytes, { owner, weight }),
      )
      return { key, color, url: `/images/${key}/${Math.max(...imageWidths[kind])}.webp` }
    },

    async suggestPeople({ db, query }) {
      const results = await readPeopleLike(db, query.q)
      return { count: results.length, results }
    },

    readEditHistory: async ({ db, params, query }) =>
      readEditHistory(db, await read(db, params.id), query),

    undoEdit: (call) => call.transact((tx) => undoEdit(tx, call, call.params.id)),

    previewWork: async ({ db, params }) =>
      (await readWorkPreview(db, params.id)) ?? throwProblem('not_found'),

    importWorks: ({ transact, file, query, ...editor }) =>
      importWorks(transact, editor, file?.length ? file : throwProblem('unsupported_media_type'), {
        isDryRun: query.dry_run === 'true',
        maxRows: maxImportRows,
      }),

    exportWorks: async ({ db, query, now }) => exportWorks(db, query, now),
  }
}
