import { joinPath, joinStepPath, joinSteps } from '#web/routing/paths.ts'
import { useLocation, useNavigate } from 'react-router'
import type { Step } from './join-draft.ts'
import { joinStore } from './join-store.ts'
import { joinMessages } from './messages.ko.ts'
import { pageMeta } from '#web/routing/page-meta.ts'

/** The step of an address; what is no step is the first. */
function stepFromPath(pathname: string): Step {
  const name = pathname.slice(joinPath.length).replaceAll('/', '')
  return joinSteps.find((step) => step === name) ?? ''
}

/** Where one is in signing up, and the ways from there. Where one wanted to go afterwards (`?next=`) comes along. */
export function useJoinStep() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const step = stepFromPath(pathname)
  const at = joinSteps.indexOf(step)
  const pathOf = (to: Step) => joinStepPath(to) + search
  return {
    step,
    at,
    search,
    pathOf,
    /** To the step after this one. */
    goOn() {
      joinStore.say(null)
      void navigate(pathOf(joinSteps[at + 1] ?? step))
    },
  }
}

/** The title of each step, so that history, tabs and screen readers tell them apart. */
export function joinMeta(matches: Parameters<typeof pageMeta>[0], path: string) {
  const at = joinSteps.indexOf(stepFromPath(path))
  return pageMeta(matches, {
    title: joinMessages.step_title(
      joinMessages.step_names[at] ?? joinMessages.title,
      at + 1,
      joinSteps.length,
    ),
    description: joinMessages.description,
    path,
    hidden: true,
  })
}
