/**
 * Imported before everything else by what serves: React and React Router choose between their checking and their
 * fast form when they are loaded, and what is compiled once is kept for the next start.
 */
import { enableCompileCache } from 'node:module'

process.env['NODE_ENV'] ??= 'production'
enableCompileCache()
