import { defaultFaqsPath } from '#web/routing/account-paths.ts'
import { redirect } from 'react-router'
import type { Route } from './+types/faqs-index.route.ts'

/** Redirects to the first category (specification, section 2), keeping the query. */
export function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  // Added by the router to its data requests.
  searchParams.delete('_routes')
  throw redirect(searchParams.size > 0 ? `${defaultFaqsPath}?${searchParams}` : defaultFaqsPath)
}
