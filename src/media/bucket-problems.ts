/** The meaning of a bucket's errors: problems with a reason for the operator. */
import { because, Problem } from '../problem.ts'

/** Returns the name of an error of the store (`NoSuchKey`) or of the client library. */
export const nameOfBucketError = (error: unknown): string => (error instanceof Error ? error.name : '')

function statusOf(error: unknown): number | undefined {
  const { $metadata }: { readonly $metadata?: { readonly httpStatusCode?: number } } = Object(error)
  return $metadata?.httpStatusCode
}

/** Why the bucket is unavailable, as the end of a sentence for its operator. */
function reason(error: unknown): string {
  const status = statusOf(error)
  if (nameOfBucketError(error) === 'NoSuchBucket') return 'does not exist'
  if (nameOfBucketError(error) === 'CredentialsProviderError') return 'cannot be used without credentials'
  if (status === 401 || status === 403) return 'refuses the credentials of this service'
  if (status === 429 || status === 503) return 'asks for fewer requests'
  if (status === undefined) return 'does not respond or closes the connection'
  return `fails with ${status}`
}

/** Returns the problem 503 with the reason why a bucket failed. */
export const problemOfFailedBucket = (cause: unknown): Problem =>
  new Problem('rest_unavailable', {
    ...because('bucket_away', { why: reason(cause) }),
    cause,
  })

/** Runs `work`, and converts its errors to 503 problems. */
export async function runWithBucketProblems<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw problemOfFailedBucket(error)
  }
}
