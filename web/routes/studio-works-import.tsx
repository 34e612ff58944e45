import { ImportPage } from '#web/features/studio-catalogue/import-page.tsx'

export default ImportPage
