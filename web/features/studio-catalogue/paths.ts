import { studioWorksPath } from '#web/features/studio/paths.ts'

export const studioImportPath = `${studioWorksPath}/import`
export const studioWorkPath = (id: number): string => `${studioWorksPath}/${id}`
export const studioPreviewPath = (id: number): string => `${studioWorksPath}/${id}/preview`
