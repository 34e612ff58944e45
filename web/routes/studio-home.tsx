import { studioActsPath } from '#web/features/studio/paths.ts'
import { Navigate } from 'react-router'

/** Until there are figures to begin with, what was done last. */
export default function StudioHome() {
  return <Navigate to={studioActsPath} replace />
}
