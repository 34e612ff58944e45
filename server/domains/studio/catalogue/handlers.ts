import type { endpoints } from '#contract/index.ts'
import { imageWidths } from '#contract/core/images.ts'
import type { StudioWork } from '#contract/studio/catalogue.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Handlers } from '#server/api/handler.ts'
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
} from './audited-edits.ts'
import { exportWorks } from './export-works.ts'
import { readEditHistory, undoEdit } from './edit-history.ts'
import { importWorks } from './import-works.ts'
import { readPeopleLike, readStudioWork, readWorkPreview, readWorks } from './work-queries.ts'

const read = async (db: Db | Tx, id: number): Promise<StudioWork> =>
  (await readStudioWork(db, id)) ?? throwProblem('not_found')

export function catalogueHandlers({
  files,
}: {
  files: Storage
}): Handlers<typeof endpoints.studio_catalogue> {
  return {
    listWorks: ({ db, query }) => readWorks(db, query),

    createWork: ({ transact, body, ...editor }) =>
      transact(async (tx) => read(tx, await createWorkAudited(tx, editor, body))),

    readWork: ({ db, params }) => read(db, params.id),

    updateWork: ({ transact, params, body, ...editor }) =>
      transact(async (tx) => {
        await updateWorkAudited(tx, editor, params.id, body)
        return read(tx, params.id)
      }),

    updateEpisode: ({ transact, params, body, ...editor }) =>
      transact(async (tx) =>
        read(tx, (await updateEpisodeAudited(tx, editor, params.id, body)).work_id),
      ),

    updateSeason: ({ transact, params, body, ...editor }) =>
      transact(async (tx) =>
        read(tx, (await updateSeasonAudited(tx, editor, params.id, body)).work_id),
      ),

    createSeason: ({ transact, params, body, ...editor }) =>
      transact(async (tx) => {
        await createSeasonAudited(tx, editor, params.id, body)
        return read(tx, params.id)
      }),

    createEpisode: ({ transact, params, body, ...editor }) =>
      transact(async (tx) =>
        read(tx, (await createEpisodeAudited(tx, editor, params.id, body)).work_id),
      ),

    reorderSeasons: ({ transact, params, body, ...editor }) =>
      transact(async (tx) => {
        await reorderSeasonsAudited(tx, editor, params.id, body)
        return read(tx, params.id)
      }),

    reorderEpisodes: ({ transact, params, body, ...editor }) =>
      transact(async (tx) => read(tx, await reorderEpisodesAudited(tx, editor, params.id, body))),

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

    undoEdit: ({ transact, params, ...editor }) =>
      transact((tx) => undoEdit(tx, editor, params.id)),

    previewWork: async ({ db, params }) =>
      (await readWorkPreview(db, params.id)) ?? throwProblem('not_found'),

    importWorks: ({ transact, file, query, ...editor }) =>
      importWorks(
        transact,
        editor,
        file?.length ? file : throwProblem('unsupported_media_type'),
        query.dry_run === 'true',
      ),

    exportWorks: async ({ db, query, now }) => exportWorks(db, query, now),
  }
}
