import { defaultFaqsPath } from '#web/routing/paths.ts'
import { redirect } from 'react-router'
import type { Route } from './+types/faqs-index.route.ts'

/** Without a name, the first category (specification, section 2); what was asked for goes along. */
export function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  // The router's own, of a change of page, is not for an address.
  searchParams.delete('_routes')
  throw redirect(searchParams.size > 0 ? `${defaultFaqsPath}?${searchParams}` : defaultFaqsPath)
}
