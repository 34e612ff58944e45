import { StudioWorkPage } from '#web/features/studio-catalogue/work-page.tsx'

export default StudioWorkPage
