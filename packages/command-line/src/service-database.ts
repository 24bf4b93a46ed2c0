/** The database that the commands of a service work on. */
export interface ServiceDatabase {
  /** Of the service, and of its database among the embedded ones: `kb`. */
  name: string;
  /** The environment variable that says where else it is: `KB_DATABASE_URL`. */
  urlVariable: string;
  /** As `migrate` takes them. */
  migrations: readonly URL[];
}
