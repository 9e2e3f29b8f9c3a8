/** The periodic tasks of a service that serves. */
import type { Service } from '../../service.ts'
import type { WorkerDuty } from '../workers.ts'

/** Seconds between checks for calendar subscriptions that are due. */
const CHECK_INTERVAL = 30

/** Seconds between checks for missing occurrences of series: a day begins in every time zone within an hour. */
const EXTENSION_INTERVAL = 3600

/** Seconds between checks for e-mail that is due, and for images without pictures, which all processes of a machine share. */
const MAIL_INTERVAL = 5
const PICTURES_INTERVAL = 2

/** Seconds between checks whether the settings that the service starts with have changed. */
const SETTINGS_INTERVAL = 1

interface RegularWork {
  /** Stops the task. Resolves when the current run has ended, at the latest after five seconds. */
  stop(): Promise<void>
}

/** Seconds for which a stop waits for the current run. */
const STOP_TIMEOUT = 5

/** Runs `act` every `seconds` seconds, first after that time, and never twice at once. Errors go to `failed`. */
function runRegularly(
  act: () => Promise<void>,
  seconds: number,
  failed: (error: unknown) => void,
): RegularWork {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= act()
      .catch(failed)
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(run, seconds * 1000)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      const late = new Promise<void>((resolve) => setTimeout(resolve, STOP_TIMEOUT * 1000).unref())
      await Promise.race([running, late])
    },
  }
}

/** Starts the periodic tasks of a service. `outdated` is called when its settings have changed. Returns a function that stops the tasks. */
export function startTasks(
  service: Service,
  duty: WorkerDuty | undefined,
  outdated: () => void,
): () => Promise<void> {
  const { failed } = service
  const extend = async () => void (await service.extendSeries())
  const check = async () => {
    if (await service.isOutdated()) outdated()
  }
  extend().catch(failed('series'))
  const tasks = [
    runRegularly(service.followDue, CHECK_INTERVAL, failed('subscriptions')),
    runRegularly(extend, EXTENSION_INTERVAL, failed('series')),
    runRegularly(service.sendDue, MAIL_INTERVAL, failed('e-mail')),
    runRegularly(check, SETTINGS_INTERVAL, failed('settings')),
  ]
  if (duty?.isFirst !== false)
    tasks.push(runRegularly(service.makePictures, PICTURES_INTERVAL, failed('pictures')))
  // On SQLite, the process that writes also delivers: others would wait for the lock of the file.
  if (duty?.door === undefined || duty.isFirst) service.startDelivering()
  return async () => {
    for (const task of tasks) await task.stop()
  }
}
