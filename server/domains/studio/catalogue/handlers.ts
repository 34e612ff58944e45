import type { endpoints } from '#contract/index.ts'
import type { StudioWork } from '#contract/studio-catalogue.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Handlers } from '#server/kernel/handler.ts'
import type { Files } from '#server/outside/files/index.ts'
import { refuse } from '#server/kernel/refusals.ts'
import {
  createEpisode,
  createSeason,
  createWork,
  editEpisode,
  editSeason,
  editWork,
  moveEpisodes,
  moveSeasons,
} from './edits.ts'
import { exportWorks } from './export-works.ts'
import { readHistory, undoAct } from './history.ts'
import { importWorks } from './import-works.ts'
import { readPreview } from './preview.ts'
import { readPeopleLike, readStudioWork, readWorks } from './queries.ts'
import { takePicture } from './store-picture.ts'

export type CatalogueParts = { files: Files }

const read = async (db: Db | Tx, id: number): Promise<StudioWork> =>
  (await readStudioWork(db, id)) ?? refuse('not_found')

export function catalogueHandlers({
  files,
}: CatalogueParts): Handlers<typeof endpoints.studio_catalogue> {
  return {
    listWorks: ({ db, query }) => readWorks(db, query),

    createWork: ({ transact, body, ...editor }) =>
      transact(async (tx) => read(tx, await createWork(tx, editor, body))),

    readWork: ({ db, params }) => read(db, params.id),

    changeWork: ({ transact, params, body, ...editor }) =>
      transact(async (tx) => {
        await editWork(tx, editor, params.id, body)
        return read(tx, params.id)
      }),

    changeEpisode: ({ transact, params, body, ...editor }) =>
      transact(async (tx) => read(tx, (await editEpisode(tx, editor, params.id, body)).work_id)),

    changeSeason: ({ transact, params, body, ...editor }) =>
      transact(async (tx) => read(tx, (await editSeason(tx, editor, params.id, body)).work_id)),

    addSeason: ({ transact, params, body, ...editor }) =>
      transact(async (tx) => {
        await createSeason(tx, editor, params.id, body)
        return read(tx, params.id)
      }),

    addEpisode: ({ transact, params, body, ...editor }) =>
      transact(async (tx) => read(tx, (await createEpisode(tx, editor, params.id, body)).work_id)),

    orderSeasons: ({ transact, params, body, ...editor }) =>
      transact(async (tx) => {
        await moveSeasons(tx, editor, params.id, body)
        return read(tx, params.id)
      }),

    orderEpisodes: ({ transact, params, body, ...editor }) =>
      transact(async (tx) => read(tx, await moveEpisodes(tx, editor, params.id, body))),

    storePicture: ({ query, file, member }) =>
      takePicture(files, query.kind, {
        file,
        member_id: member?.id ?? refuse('authentication_required'),
      }),

    async suggestPeople({ db, query }) {
      const results = await readPeopleLike(db, query.q)
      return { count: results.length, results }
    },

    readHistory: async ({ db, params, query }) => readHistory(db, await read(db, params.id), query),

    undo: ({ transact, params, ...editor }) => transact((tx) => undoAct(tx, editor, params.id)),

    previewWork: async ({ db, params }) =>
      (await readPreview(db, params.id)) ?? refuse('not_found'),

    importWorks: ({ transact, file, query, ...editor }) =>
      importWorks(
        transact,
        editor,
        file?.length ? file : refuse('unsupported_media_type'),
        query.dry_run === 'true',
      ),

    exportWorks: async ({ db, query, now }) => exportWorks(db, query, now),
  }
}
