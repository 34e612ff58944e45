import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import { createSynonym } from '../popular/synonyms.ts'
import { deleteSynonym, readMisses, readSynonyms } from '../popular/miss-queries.ts'
import { listClickOrder } from '../clicks/list-click-order.ts'
import { readTermsForStaff, setTermHidden } from '../popular/term-queries.ts'
import type { SearchIndexClient } from '../worker/index-client.ts'
import { setLearnsFromClicks } from '../clicks/click-queries.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { recordAuditEntry } from '#server/domains/studio/index.ts'

const subject_kind = 'search_synonym' as const

/** Searches that found nothing, synonyms, and the order by clicks. Triggers notify the search index. */
export function studioSearchHandlers({
  searchIndex,
}: {
  searchIndex: Pick<SearchIndexClient, 'query'>
}): Handlers<typeof endpoints.studio_search> {
  return {
    listMisses: ({ db, query }) => readMisses(db, query),
    listSynonyms: ({ db }) => readSynonyms(db),
    createSynonym: (call) =>
      call.transact(async (tx) => {
        const { id, ...after } = await createSynonym(tx, call.body)
        const subject = { subject_kind, subject_id: id, subject_name: after.term }
        await recordAuditEntry(tx, call, { kind: 'search.synonym_added', ...subject, after })
        return { id, ...after }
      }),
    listPopularTerms: ({ db }) => readTermsForStaff(db),
    setTermHidden: (call) =>
      call.transact(async (tx) => {
        const { term, is_hidden } = call.body
        const subject_id = (await setTermHidden(tx, call.body)) ?? throwProblem('conflict')
        await recordAuditEntry(tx, call, {
          kind: is_hidden ? 'search.term_hidden' : 'search.term_shown',
          subject_kind: 'search_term',
          subject_id,
          subject_name: term,
          after: { is_hidden },
        })
        return null
      }),
    readClickOrder: ({ db, now }) => listClickOrder(db, searchIndex, now),
    setClickOrder: (call) =>
      call.transact(async (tx) => {
        const { is_on } = call.body
        const before = await setLearnsFromClicks(tx, is_on)
        const subject = {
          subject_kind: 'search_settings' as const,
          subject_id: 1,
          subject_name: '',
        }
        const change = { before: { is_on: before }, after: { is_on } }
        if (before !== is_on)
          await recordAuditEntry(tx, call, {
            kind: 'search.click_order_set',
            ...subject,
            ...change,
          })
        return null
      }),
    removeSynonym: (call) =>
      call.transact(async (tx) => {
        const { id, ...before } =
          (await deleteSynonym(tx, call.params.id)) ?? throwProblem('not_found')
        const subject = { subject_kind, subject_id: id, subject_name: before.term }
        await recordAuditEntry(tx, call, { kind: 'search.synonym_removed', ...subject, before })
        return null
      }),
  }
}
