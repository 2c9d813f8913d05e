/** One reading of a weather station. */
export interface Reading {
  readonly city: string;
  readonly celsius: number;
  readonly sky: string;
}

/** When a station was asked and when it answered, in milliseconds of `performance.now()`. */
export interface Visit {
  readonly city: string;
  readonly start: number;
  readonly end: number;
  readonly ok: boolean;
}

interface Station {
  readonly celsius: number;
  readonly sky: string;
  /** milliseconds until it answers. */
  readonly delay: number;
  readonly down?: boolean;
}

const stations: Readonly<Record<string, Station>> = {
  上海: { celsius: 24, sky: 'light rain', delay: 120 },
  北京: { celsius: 18, sky: 'clear', delay: 40 },
  广州: { celsius: 29, sky: 'thunderstorms', delay: 80 },
  拉萨: { celsius: 9, sky: 'clear', delay: 30, down: true },
};

/** The app's weather service: a network of stations, each as slow as it is, one of them out of order. */
export class WeatherService {
  readonly visits: Visit[] = [];

  async read(city: string, signal: AbortSignal): Promise<Reading> {
    const start = performance.now();
    const reading = await this.#ask(city, signal).catch((error: unknown) => {
      this.visits.push({ city, start, end: performance.now(), ok: false });
      throw error;
    });
    this.visits.push({ city, start, end: performance.now(), ok: true });
    return reading;
  }

  async #ask(city: string, signal: AbortSignal): Promise<Reading> {
    const station = stations[city];
    if (!station) throw new Error(`no station in '${city}'; there are stations in ${Object.keys(stations).join(', ')}`);
    await pause(station.delay, signal);
    if (station.down) throw new Error(`the station in ${city} does not answer; try again in an hour`);
    return { city, celsius: station.celsius, sky: station.sky };
  }
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
