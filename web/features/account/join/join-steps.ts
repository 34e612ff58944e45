import { joinStepPath, joinSteps } from '#web/routing/account-paths.ts'
import { joinPath } from '#web/routing/paths.ts'
import { useLocation, useNavigate } from 'react-router'
import type { Step } from './join-draft.ts'
import { joinStore } from './join-store.ts'
import { joinMessages } from './messages.ko.ts'
import { pageMeta } from '#web/routing/page-meta.ts'

/** Returns the first step for unknown paths. */
function stepFromPath(pathname: string): Step {
  const name = pathname.slice(joinPath.length).replaceAll('/', '')
  return joinSteps.find((step) => step === name) ?? ''
}

/** The current join step and its navigation. The redirect path (`?next=`) is kept in all links. */
export function useJoinStep() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const step = stepFromPath(pathname)
  const index = joinSteps.indexOf(step)
  const pathOf = (to: Step) => joinStepPath(to) + search
  return {
    step,
    index,
    search,
    pathOf,
    goNext() {
      joinStore.setNotice(null)
      void navigate(pathOf(joinSteps[index + 1] ?? step))
    },
  }
}

/** Page meta with a distinct title per step, for history, tabs and screen readers. */
export function joinMeta(matches: Parameters<typeof pageMeta>[0], path: string) {
  const index = joinSteps.indexOf(stepFromPath(path))
  return pageMeta(matches, {
    title: joinMessages.step_title(
      joinMessages.step_names[index] ?? joinMessages.title,
      index + 1,
      joinSteps.length,
    ),
    description: joinMessages.description,
    path,
    noindex: true,
  })
}
