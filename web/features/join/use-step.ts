import { joinPath, joinStepPath, joinSteps } from '#web/paths.ts'
import { useLocation, useNavigate } from 'react-router'
import type { Step } from './draft.ts'
import { join } from './join-store.ts'

/** The step of an address; what is no step is the first. */
export function stepOf(pathname: string): Step {
  const name = pathname.slice(joinPath.length).replaceAll('/', '')
  return joinSteps.find((step) => step === name) ?? ''
}

/** Where one is in signing up, and the ways from there. Where one wanted to go afterwards (`?next=`) comes along. */
export function useStep() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const step = stepOf(pathname)
  const at = joinSteps.indexOf(step)
  const pathOf = (to: Step) => joinStepPath(to) + search
  return {
    step,
    at,
    search,
    pathOf,
    /** To the step after this one. */
    goOn() {
      join.say(null)
      void navigate(pathOf(joinSteps[at + 1] ?? step))
    },
  }
}
