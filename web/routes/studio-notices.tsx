import { TextsPage } from '#web/features/studio-service/texts-page.tsx'

export default TextsPage
