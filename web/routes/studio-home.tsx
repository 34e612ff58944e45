import { DashboardPage } from '#web/features/studio-numbers/dashboard-page.tsx'

export default DashboardPage
