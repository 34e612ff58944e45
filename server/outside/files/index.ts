/**
 * Files of the site: a port with two adapters, folders of this machine (the default) and a bucket of S3. Domains know
 * names (`media/12/main.m3u8`); which adapter keeps them is decided by the configuration alone.
 */
import { folderFiles } from './folder.ts'
import type { Files, Folders } from './port.ts'
import { s3Files } from './s3.ts'
import type { S3Config } from './s3-client.ts'

export { FilesAway, fileKinds } from './port.ts'
export { rememberAbsent } from './remember-absent.ts'
export type { FileName, Files, Folders, Found, Part } from './port.ts'
export type { S3Config } from './s3-client.ts'

/** The site's files: in a bucket where one is configured, else in folders of this machine. */
export const createFiles = (s3: S3Config | undefined, folders: Folders): Files =>
  s3 ? s3Files(s3, folders) : folderFiles(folders)
