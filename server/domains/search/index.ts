/**
 * Search for works and people by name, tolerant of typing, and for caption lines by text (decisions/0021-search-index).
 *
 * Invariants: each process has an in-memory index of names, which is updated only from `search_index_changes`, written by
 * triggers; so all processes return the same results shortly after a commit. Cards of results are cached beside the
 * index and read again after a notified edit, so that hidden works are not returned even if the index lags. The same
 * rule matches and highlights names. Caption lines are searched in the database, public lines only.
 */
export { searchCacheTag } from './handlers.ts'
export { createSearchIndexClient, type SearchIndexClient } from './worker/index-client.ts'
export { createSynonym } from './popular/synonyms.ts'
export { countMiss } from './popular/miss-queries.ts'
export { searchServerModule, searchWorkerModule } from './registration.ts'
