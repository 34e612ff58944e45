/**
 * Imported first by the entry points: React and React Router select their production build when they are loaded, and the
 * compile cache speeds up the next start.
 */
import { enableCompileCache } from 'node:module'

process.env['NODE_ENV'] ??= 'production'
enableCompileCache()
