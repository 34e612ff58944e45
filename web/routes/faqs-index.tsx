import { firstFaqsPath } from '#web/paths.ts'
import { redirect } from 'react-router'
import type { Route } from './+types/faqs-index.ts'

/** Without a name, the first category (specification, section 2); what was asked for goes along. */
export function loader({ request }: Route.LoaderArgs) {
  throw redirect(firstFaqsPath + new URL(request.url).search)
}
