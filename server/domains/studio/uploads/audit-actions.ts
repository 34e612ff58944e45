/** Audit actions of videos and uploads. The Korean labels are in web/copy/studio-uploads.ts. */
export const uploadAuditActions = [
  'upload.begun',
  'upload.placed',
  'upload.dropped',
  'upload.registered',
  'film.placed',
  'film.retried',
  'film.cancelled',
  'film.deleted',
  'film.markers_set',
  'film.poster_set',
  'film.captions_set',
  'film.captions_deleted',
] as const
export type UploadAuditAction = (typeof uploadAuditActions)[number]
