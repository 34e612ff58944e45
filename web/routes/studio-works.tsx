import { WorksPage } from '#web/features/studio-catalogue/works-page.tsx'

export default WorksPage
