/** Checks for `fasti doctor` of what the service uses besides its database: the bucket of images, the mail server, fonts. */
import type { Config } from '../../config.ts'
import { mailServerFault } from '../../mail/courier.ts'
import { hasFontsForLanguage } from '../../media/drawing/share-image.ts'
import { mediaLibraryOf } from '../../media/library.ts'
import { type Finding, findingOf } from './finding.ts'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Reports whether the bucket of images can be listed. Whether it can be written to shows at the first upload. */
export async function bucketFindings(config: Config): Promise<readonly Finding[]> {
  if (config.bucket === undefined) return []
  const { name } = config.bucket
  try {
    for await (const _ of mediaLibraryOf(config).all()) break
    return [findingOf('ok', `bucket: ${name} can be listed; upload an image to try writing`)]
  } catch (error) {
    return [findingOf('wrong', `bucket: ${name} can not be listed: ${messageOf(error)}`)]
  }
}

/** Reports whether the mail server accepts a connection and the login. Nothing is sent. */
export async function mailFindings({ mail }: Pick<Config, 'mail'>): Promise<readonly Finding[]> {
  if (mail === undefined) return []
  const { host } = new URL(mail.url)
  const fault = await mailServerFault(mail)
  return [
    fault === undefined
      ? findingOf('ok', `mail: ${host} accepts the connection and the login`)
      : findingOf('wrong', `mail: ${host} can not be used: ${fault}`),
  ]
}

/** Reports whether the images that messengers show of events have letters. */
export async function fontFindings({ language }: Pick<Config, 'language'>): Promise<readonly Finding[]> {
  if (await hasFontsForLanguage(language))
    return [findingOf('ok', 'fonts: images of events show their texts')]
  const needed = language === 'ja' ? 'fonts-noto-cjk' : 'fonts-dejavu-core'
  return [
    findingOf(
      'look',
      `fonts: images of events show boxes instead of letters; install fonts, such as ${needed}`,
    ),
  ]
}
