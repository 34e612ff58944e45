/**
 * Finding works and people by name, however they are typed, and lines by what is said (D-36).
 *
 * What holds, always: names are found by an index in the memory of each process, which follows the edits that triggers
 * note in `search_changes` and is never written to otherwise; so every process finds the same, an edit a moment after
 * it was committed. What a result shows lies beside the index, and what was told to be edited is read again before it is
 * shown: whatever the index still believes, nothing hidden comes out. What finds a name also marks it. Lines are found
 * in the database, public ones alone.
 */
export { searchHandlers, searchCacheTag } from './handlers.ts'
export { createSearchIndexClient, type SearchIndexClient } from './worker/index-client.ts'
export { runSearchMaintenance } from './maintenance.ts'
