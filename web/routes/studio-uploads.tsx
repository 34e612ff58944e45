import { UploadsPage } from '#web/features/studio-uploads/uploads-page.tsx'

export default UploadsPage
