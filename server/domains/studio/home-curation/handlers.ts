import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import {
  createHomeRow,
  deleteHomeRow,
  readCurationForEditing,
  readHomeCuration,
  reorderHomeRows,
  setHomeScenes,
  updateHomeRow,
} from '#server/domains/contents/index.ts'
import { isDeepStrictEqual } from 'node:util'
import { diffFields, recordAuditEntry } from '../audit-log.ts'
import { homeSubject } from './home-curation.copy.ts'

const row = (subject_id: number, subject_name: string) => ({
  ...{ subject_kind: 'home_row' as const, subject_id, subject_name },
})
const home = { subject_kind: 'home_curation' as const, subject_id: null, subject_name: homeSubject }

/** Edits of home's curation (D-131). Each one is in the audit log. */
export function homeCurationHandlers(): Handlers<typeof endpoints.studio_home_curation> {
  return {
    readCuration: ({ db }) => readCurationForEditing(db),

    previewCuration: ({ db, query, catalogue_limit }) =>
      readHomeCuration(db, {
        at: new Date(query.at),
        limit: catalogue_limit,
        hasDrafts: query.drafts === 'true',
        isPreview: true,
      }),

    setScenes: ({ transact, body, ...editor }) =>
      transact(async (tx) => {
        const { version, ...scenes } = body
        const changes = await setHomeScenes(tx, version, scenes, editor.now)
        if (!isDeepStrictEqual(changes.before, changes.after))
          await recordAuditEntry(tx, editor, {
            kind: 'home.scenes_changed',
            ...home,
            ...diffFields(changes.before, changes.after),
          })
        return readCurationForEditing(tx)
      }),

    createRow: ({ transact, body, ...editor }) =>
      transact(async (tx) => {
        const { id, after } = await createHomeRow(tx, body, editor.now)
        await recordAuditEntry(tx, editor, {
          kind: 'home.row_added',
          ...row(id, after.title),
          after,
        })
        return readCurationForEditing(tx)
      }),

    updateRow: ({ transact, params, body, ...editor }) =>
      transact(async (tx) => {
        const edit = await updateHomeRow(tx, { id: params.id, ...body }, editor.now)
        const changes = diffFields(edit.before, edit.after)
        if (changes)
          await recordAuditEntry(tx, editor, {
            kind: 'home.row_changed',
            ...row(params.id, edit.after.title),
            ...changes,
          })
        return readCurationForEditing(tx)
      }),

    deleteRow: ({ transact, params, query, ...editor }) =>
      transact(async (tx) => {
        const before = await deleteHomeRow(tx, params.id, query.version, editor.now)
        await recordAuditEntry(tx, editor, {
          kind: 'home.row_removed',
          ...row(params.id, before.title),
          before,
        })
        return readCurationForEditing(tx)
      }),

    reorderRows: ({ transact, body, ...editor }) =>
      transact(async (tx) => {
        const moved = await reorderHomeRows(tx, body)
        if (moved)
          await recordAuditEntry(tx, editor, {
            kind: 'home.rows_reordered',
            ...home,
            before: { rows: moved.before },
            after: { rows: moved.after },
          })
        return readCurationForEditing(tx)
      }),
  }
}
