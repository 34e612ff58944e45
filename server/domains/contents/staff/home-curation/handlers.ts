import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import type { Tx } from '#server/db/client.ts'
import {
  createHomeRow,
  deleteHomeRow,
  reorderHomeRows,
  setHomeScenes,
  updateHomeRow,
} from './edit-curation.ts'
import { readCurationForEditing, readHomeCuration } from '../../home-curation/curation-queries.ts'
import {
  type AuditEntry,
  diffFields,
  recordAuditEntry,
  type StaffCall,
} from '#server/domains/studio/index.ts'
import { homeSubject } from './home-curation.copy.ts'

const row = (subject_id: number, subject_name: string) => ({
  subject_kind: 'home_row' as const,
  subject_id,
  subject_name,
})
const home = { subject_kind: 'home_curation' as const, subject_id: null, subject_name: homeSubject }

/** Makes an edit and records it, unless it changed nothing. @returns the curation after it. */
const edit = (call: StaffCall, run: (tx: Tx) => Promise<AuditEntry | undefined>) =>
  call.transact(async (tx) => {
    const entry = await run(tx)
    if (entry) await recordAuditEntry(tx, call, entry)
    return readCurationForEditing(tx)
  })

/** Edits of home's curation (decisions/0018-home-rows). Each one is in the audit log. */
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

    setScenes: (call) =>
      edit(call, async (tx) => {
        const { version, ...scenes } = call.body
        const { before, after } = await setHomeScenes(tx, version, scenes, call.now)
        const changes = diffFields(before, after)
        return changes ? { kind: 'home.scenes_changed', ...home, ...changes } : undefined
      }),

    createRow: (call) =>
      edit(call, async (tx) => {
        const { id, after } = await createHomeRow(tx, call.body, call.now)
        return { kind: 'home.row_added', ...row(id, after.title), after }
      }),

    updateRow: (call) =>
      edit(call, async (tx) => {
        const { id } = call.params
        const { before, after } = await updateHomeRow(tx, { id, ...call.body }, call.now)
        const changes = diffFields(before, after)
        return changes
          ? { kind: 'home.row_changed', ...row(id, after.title), ...changes }
          : undefined
      }),

    deleteRow: (call) =>
      edit(call, async (tx) => {
        const { id } = call.params
        const before = await deleteHomeRow(tx, id, call.query.version, call.now)
        return { kind: 'home.row_removed', ...row(id, before.title), before }
      }),

    reorderRows: (call) =>
      edit(call, async (tx) => {
        const moved = await reorderHomeRows(tx, call.body)
        if (!moved) return undefined
        const change = { before: { rows: moved.before }, after: { rows: moved.after } }
        return { kind: 'home.rows_reordered', ...home, ...change }
      }),
  }
}
