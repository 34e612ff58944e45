import { useDestinationPath } from '#web/routing/router-destination.ts'
import { useLocation } from 'react-router'
import { useIsHeld } from './offline/held-navigation.ts'
import { Skeletons, type SkeletonKind } from './skeletons.tsx'

/** By the first part of the address. */
const kinds: Partial<Record<string, SkeletonKind>> = {
  '': 'home',
  series: 'title',
  people: 'title',
  categories: 'grid',
  search: 'grid',
  video: 'player',
  shorts: 'player',
  'customer-service': 'list',
  terms: 'list',
  mypage: 'list',
}

/** The part of the address that stays while one moves within a page, such as between seasons or tabs. */
const placeOf = (pathname: string, kind: SkeletonKind | undefined) =>
  pathname.split('/', kind === 'title' ? 3 : 2).join('/')

const kindOf = (pathname: string) => kinds[pathname.split('/')[1] ?? '']

/** @returns undefined if the page stays while the next one loads: it shares most of its screen, or has no skeleton. */
export function skeletonKindOf(from: string, to: string): SkeletonKind | undefined {
  const kind = kindOf(to)
  return kind !== undefined && placeOf(from, kindOf(from)) === placeOf(to, kind) ? undefined : kind
}

/** @returns the skeleton of the next page while it loads. A page that cannot be left has none: the server cannot be reached. */
export function useSkeletonKind(): SkeletonKind | undefined {
  const { pathname } = useLocation()
  const destination = useDestinationPath()
  const isHeld = useIsHeld()
  return isHeld ? undefined : skeletonKindOf(pathname, destination)
}

/** The outline of the next page over the page that is left. Part of the shell: it answers the first press on a slow line at once. */
export function NavigationSkeleton() {
  const kind = useSkeletonKind()
  return (
    kind && (
      <div
        data-skeleton={kind}
        className="appear-delayed fixed inset-0 z-sticky-raised overflow-hidden bg-background"
        dangerouslySetInnerHTML={{
          __html: readTemplate()!.content.getElementById(`skeleton-${kind}`)!.innerHTML,
        }}
      />
    )
  )
}

const readTemplate = () => document.querySelector<HTMLTemplateElement>('#skeletons')

/** The skeletons, once in each document. The browser reads them back from it, so that scripts do not contain them. */
export const SkeletonTemplate = () =>
  import.meta.env.SSR ? (
    <template id="skeletons">
      <Skeletons />
    </template>
  ) : (
    <template
      id="skeletons"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: readTemplate()!.innerHTML }}
    />
  )
