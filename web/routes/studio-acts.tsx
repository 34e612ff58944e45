import { ActsPage } from '#web/features/studio/acts-page.tsx'

export default ActsPage
