/** Audit actions of the catalogue. The Korean labels are in web/copy/studio-acts.ts. */
export const catalogueAuditActions = [
  'catalogue.work_added',
  'catalogue.work_changed',
  'catalogue.season_added',
  'catalogue.season_changed',
  'catalogue.seasons_ordered',
  'catalogue.episode_added',
  'catalogue.episode_changed',
  'catalogue.episodes_ordered',
  'catalogue.season_removed',
  'catalogue.episode_removed',
  'catalogue.undone',
] as const
export type CatalogueAuditAction = (typeof catalogueAuditActions)[number]
