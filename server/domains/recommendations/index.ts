/**
 * Recommendations: the model, its training, personal rows and similar works. Invariants:
 * - A model is served as a whole: its rows are written before the commit that makes it current.
 * - Personal rows are computed on each read from the current signals, so a like takes effect without training.
 * - A refused work is in no row, and its likes are deleted in the same transaction.
 * - An excluded work is in no row and similar to no work, from the commit on.
 */
export { createRecommender, type Recommender } from './recommender.ts'
export { recommendationsServerModule, recommendationsWorkerModule } from './registration.ts'
