import { useContext, useSyncExternalStore } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'

/**
 * Returns the path that is loading, or that of the page. Reads the router itself: React Router updates `useNavigation` in a
 * transition, which first renders the page that is left. When the data have arrived the path stays until React shows their
 * page. The only access of the pages to an undocumented part of React Router; the test of this file names the version.
 * See decisions/0058-navigation.
 */
export function useDestinationPath(): string {
  const { router } = useContext(DataRouterContext)!
  const readPath = () => (router.state.navigation.location ?? router.state.location).pathname
  return useSyncExternalStore(router.subscribe, readPath, readPath)
}
